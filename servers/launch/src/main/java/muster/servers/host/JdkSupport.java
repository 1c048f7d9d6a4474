package muster.servers.host;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The Java versions on which a server runs.
 *
 * @param oldest the oldest feature version that works
 * @param newest the newest that was seen to work
 * @param preferred taken first where installed, best first: normally those the vendor supports
 */
public record JdkSupport(int oldest, int newest, List<Integer> preferred) {
    /** The best of these: the first preferred version there is, otherwise the newest in range. */
    Optional<Jdk> best(Collection<Jdk> installed) {
        return installed.stream()
                .filter(jdk -> jdk.feature() >= oldest && jdk.feature() <= newest)
                .min(Comparator.comparingInt(this::rank)
                        .thenComparing(Comparator.comparingInt(Jdk::feature).reversed()));
    }

    private int rank(Jdk jdk) {
        int place = preferred.indexOf(jdk.feature());
        return place < 0 ? preferred.size() : place;
    }

    @Override
    public String toString() {
        return "JDK " + oldest + (newest == oldest ? "" : " to " + newest);
    }
}
