package muster.workloads.graphity;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What tells two graphs apart by sums that any database can compute without overflow, whatever the order.
 *
 * <ul>
 *   <li>"vertices": users + posts; "edges": follows
 *   <li>"degrees": users of each out-degree, ascending: "0:12 1:7 15:1"
 *   <li>"ids": three sums, parted by spaces: over users of {@link #weight}(id); over posts of weight(id); over follows of
 *       {@link #weight(long, long)}(user, followee)
 * </ul>
 */
public final class Fingerprint {
    private static final long FIRST = 1_000_003;
    private static final long SECOND = 999_983;
    private static final long LAST = 1_000_000_007;

    private long users;
    private long posts;
    private long follows;
    private final SortedMap<Long, Long> degrees = new TreeMap<>();
    private long userSum;
    private long postSum;
    private long followSum;

    /** (id % 1000003 + 1) * (id % 999983 + 1) % 1000000007. */
    public static long weight(long id) {
        return weight(id, id);
    }

    /** (a % 1000003 + 1) * (b % 999983 + 1) % 1000000007. */
    public static long weight(long a, long b) {
        return (a % FIRST + 1) * (b % SECOND + 1) % LAST;
    }

    /** The same of two expressions, in a language with the operators of C: SQL, Cypher, AQL. */
    public static String weight(String a, String b) {
        return "(%s %% %d + 1) * (%s %% %d + 1) %% %d".formatted(a, FIRST, b, SECOND, LAST);
    }

    /** Users, and the sum of their weights. */
    public Fingerprint users(long count, long sum) {
        users += count;
        userSum += sum;
        return this;
    }

    /** Posts, and the sum of their weights. */
    public Fingerprint posts(long count, long sum) {
        posts += count;
        postSum += sum;
        return this;
    }

    /** Follows, and the sum of their weights. */
    public Fingerprint follows(long count, long sum) {
        follows += count;
        followSum += sum;
        return this;
    }

    /** So many users follow {@code degree} others; those that follow nobody are said with degree 0. */
    public Fingerprint degree(long degree, long count) {
        degrees.merge(degree, count, Long::sum);
        return this;
    }

    public Map<String, String> facts() {
        String histogram = degrees.entrySet().stream()
                .map(entry -> entry.getKey() + ":" + entry.getValue())
                .collect(Collectors.joining(" "));
        return Map.of(
                "vertices",
                String.valueOf(users + posts),
                "edges",
                String.valueOf(follows),
                "degrees",
                histogram,
                "ids",
                userSum + " " + postSum + " " + followSum);
    }
}
