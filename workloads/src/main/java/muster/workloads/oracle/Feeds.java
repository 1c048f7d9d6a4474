package muster.workloads.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.workloads.GraphityOperation.Follow;
import muster.workloads.GraphityOperation.LoadFollows;
import muster.workloads.GraphityOperation.LoadUser;
import muster.workloads.GraphityOperation.Post;
import muster.workloads.GraphityOperation.Unfollow;
import muster.workloads.Operation;

/**
 * The feeds of some readers at one time: after all phases, when nobody writes, or at any moment of one phase. Then what
 * this phase adds may be there, what it takes away may still be there, and nothing must be, since most databases let a
 * reader see some of what commits meanwhile and not all of it.
 */
final class Feeds {
    private final int during;
    private final Set<Long> readers;
    private final Edges settled = new Edges();
    private final Map<Long, Map<Long, Effect>> followees = new HashMap<>();
    private final Map<Long, Map<Long, Effect>> posts = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();
    private int judged;

    /** @param during the phase in which feeds were read; the number of all phases for after them */
    Feeds(int during, Set<Long> readers) {
        this.during = during;
        this.readers = readers;
    }

    int during() {
        return during;
    }

    Set<Long> readers() {
        return readers;
    }

    /** The first time through: follows and unfollows. */
    void action(int phase, Operation operation, Known known, long index) {
        switch (operation) {
            case Follow(long user, long followee)
            when readers.contains(user) -> follow(phase, user, followee, known, index);
            case Unfollow(long user, long followee)
            when readers.contains(user) && phase < during ->
                settled.removed(user, followee, known.changed(index), known.seenGone(index));
            default -> {}
        }
    }

    private void follow(int phase, long user, long followee, Known known, long index) {
        if (phase < during) {
            settled.made(user, followee, known.changed(index), known.seenPresent(index));
        } else if (phase == during) {
            follows(user, followee, new Effect(0, known.changed(index).most()));
        }
    }

    /** The second time through: loaded edges. */
    void load(Operation operation, Known known, long index) {
        if (operation instanceof LoadFollows(long user, long[] loadedFollowees) && readers.contains(user)) {
            for (long followee : loadedFollowees) {
                if (!settled.loaded(user, followee, known.created(index))) {
                    follows(user, followee, known.created(index));
                }
            }
        }
    }

    /** Between the second and the third time. */
    void settle() {
        settled.forEach((edge, effect) -> follows(edge.source(), edge.target(), effect));
    }

    private void follows(long reader, long followee, Effect effect) {
        if (effect.possible()) {
            followees.computeIfAbsent(reader, key -> new HashMap<>()).merge(followee, effect, Feeds::either);
            posts.computeIfAbsent(followee, key -> new HashMap<>());
        }
    }

    private static Effect either(Effect one, Effect other) {
        return new Effect(Math.max(one.least(), other.least()), Math.max(one.most(), other.most()));
    }

    /** The third time through: posts of those whom a reader may follow. */
    void posts(int phase, Operation operation, Known known, long index) {
        if (phase > during) {
            return;
        }
        switch (operation) {
            case LoadUser(long user, long[] own) -> {
                for (long post : own) {
                    post(user, post, known.created(index));
                }
            }
            case Post(long author, long post, String message) -> post(author, post, known.created(index));
            default -> {}
        }
    }

    private void post(long author, long post, Effect effect) {
        Map<Long, Effect> own = posts.get(author);
        if (own != null) {
            own.put(post, effect);
        }
    }

    /** Compares one answer. */
    void judge(long reader, int k, List<Long> observed, boolean complete) {
        ExpectedFeed expected = new ExpectedFeed();
        followees
                .getOrDefault(reader, Map.of())
                .forEach((followee, follows) -> posts.getOrDefault(followee, Map.of())
                        .forEach((post, exists) -> expected.post(post, part(exists.and(follows), complete))));
        say(reader, expected.wrong(observed, k));
    }

    private static Effect part(Effect effect, boolean complete) {
        return complete ? effect : new Effect(0, effect.most());
    }

    void absent(long reader, boolean wrongly) {
        say(reader, wrongly ? "the reader is said to be absent" : "");
    }

    private void say(long reader, String fault) {
        judged++;
        if (!fault.isEmpty()) {
            wrong.add("that of " + reader + ": " + fault);
        }
    }

    Finding finding(String name) {
        String first = wrong.isEmpty() ? "" : wrong.getFirst();
        return Finding.of(
                name,
                judged + " right",
                judged - wrong.size() + " right",
                wrong.isEmpty(),
                wrong.size() + " of " + judged + " feeds are wrong, first " + first);
    }
}
