package muster.workloads.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** The feeds of some readers: whom each follows, what those have posted, and what a right answer is. */
final class Feeds {
    private final Map<Long, Map<Long, Effect>> followees = new HashMap<>();
    private final Map<Long, Map<Long, Effect>> posts = new HashMap<>();
    private final Map<Long, Effect> readers = new HashMap<>();

    void reader(long id, Effect exists) {
        readers.put(id, exists);
        followees.put(id, new HashMap<>());
    }

    void follows(long reader, long followee, Effect effect) {
        Map<Long, Effect> own = followees.get(reader);
        if (own != null && effect.possible()) {
            own.put(followee, effect);
            posts.computeIfAbsent(followee, key -> new HashMap<>());
        }
    }

    /** Only posts of those whom a reader follows are kept. */
    void post(long author, long post, Effect effect) {
        Map<Long, Effect> own = posts.get(author);
        if (own != null) {
            own.put(post, effect);
        }
    }

    /** @param ask gives the answer to (reader, k): the posts, or nothing if there is said to be no such reader */
    Finding judge(int k, BiFunction<Long, Integer, Optional<List<Long>>> ask) {
        List<String> wrong = new ArrayList<>();
        readers.forEach((reader, exists) -> {
            String fault = wrong(reader, exists, ask.apply(reader, k), k);
            if (!fault.isEmpty()) {
                wrong.add("the feed of " + reader + ": " + fault);
            }
        });
        String expected = readers.size() + " right";
        String observed = readers.size() - wrong.size() + " right";
        String reason = wrong.size() + " of " + readers.size() + " feeds are wrong, first " + String.join("", wrong.stream().limit(1).toList());
        return Finding.of("feeds", expected, observed, wrong.isEmpty(), reason);
    }

    private String wrong(long reader, Effect exists, Optional<List<Long>> observed, int k) {
        if (observed.isEmpty()) {
            return exists.least() > 0 ? "the reader is said to be absent" : "";
        }
        return expected(reader).wrong(observed.get(), k);
    }

    private ExpectedFeed expected(long reader) {
        ExpectedFeed feed = new ExpectedFeed();
        followees
                .getOrDefault(reader, Map.of())
                .forEach((followee, follows) -> posts.getOrDefault(followee, Map.of())
                        .forEach((post, exists) -> feed.post(post, exists.and(follows))));
        return feed;
    }
}
