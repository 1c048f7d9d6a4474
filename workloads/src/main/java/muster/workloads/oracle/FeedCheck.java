package muster.workloads.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.workloads.operation.GraphityOperation.AddUser;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.GraphityOperation.Follow;
import muster.workloads.operation.GraphityOperation.LoadFollows;
import muster.workloads.operation.GraphityOperation.LoadUser;
import muster.workloads.operation.GraphityOperation.Post;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.Operation;

/**
 * The feeds of some readers at one time: after all phases, when there are no writes, or at any moment of one phase.
 * What earlier phases left is certain, except for the edges that this phase removes: those may exist or not, as may all
 * that this phase adds, since most databases let a reader see some of what commits meanwhile and not all of it
 * (docs/semantics.md rule 27).
 */
final class FeedCheck {
    private final int load;
    private final int during;
    private final Set<Long> readers;
    private final EdgeCheck settled = new EdgeCheck();
    private final Map<Long, Map<Long, Effect>> followees = new HashMap<>();
    private final Map<Long, Map<Long, Effect>> posts = new HashMap<>();
    /** Edges that the phase takes away, or tries to. */
    private final Set<EdgeCheck.Edge> doubtful = new HashSet<>();
    /** Readers that a feed of the phase was answered as absent for. */
    private final Set<Long> absent = new HashSet<>();

    private final List<String> wrong = new ArrayList<>();
    private int judged;

    /**
     * The feeds of some readers.
     *
     * @param load whose feeds they are, by its place; -1 for those after all phases
     * @param during the phase of that load; {@link Integer#MAX_VALUE} for after all phases. What other loads of it write is as
     *     uncertain as what this one writes
     */
    FeedCheck(int load, int during, Set<Long> readers) {
        this.load = load;
        this.during = during;
        this.readers = readers;
    }

    int load() {
        return load;
    }

    Set<Long> readers() {
        return readers;
    }

    /** The first time through: follows and unfollows, and readers that are said to be absent. */
    void action(int phase, Operation operation, KnownOutcomes known, long index) {
        switch (operation) {
            case Follow(long user, long followee)
            when readers.contains(user) -> follow(phase, user, followee, known, index);
            case Unfollow(long user, long followee)
            when readers.contains(user) -> unfollow(phase, user, followee, known, index);
            case Feed(long reader, int k) when phase == during && known.absent().contains(index) -> absent.add(reader);
            default -> {}
        }
    }

    private void follow(int phase, long user, long followee, KnownOutcomes known, long index) {
        if (phase < during) {
            settled.made(user, followee, known.changed(index), known.seenPresent(index));
        } else if (phase == during) {
            follows(user, followee, new Effect(0, known.changed(index).most()));
        }
    }

    private void unfollow(int phase, long user, long followee, KnownOutcomes known, long index) {
        if (phase < during) {
            settled.removed(user, followee, known.changed(index), known.seenGone(index));
        } else if (phase == during) {
            doubtful.add(new EdgeCheck.Edge(user, followee));
        }
    }

    /** The second time through: loaded edges. */
    void load(int phase, Operation operation, KnownOutcomes known, long index) {
        if (phase < during
                && operation instanceof LoadFollows(long user, long[] loadedFollowees)
                && readers.contains(user)) {
            for (long followee : loadedFollowees) {
                if (!settled.loaded(user, followee, known.loaded(index))) {
                    follows(user, followee, known.loaded(index));
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
            Effect then = doubtful.contains(new EdgeCheck.Edge(reader, followee)) ? perhaps(effect) : effect;
            followees.computeIfAbsent(reader, key -> new HashMap<>()).merge(followee, then, FeedCheck::either);
            posts.computeIfAbsent(followee, key -> new HashMap<>());
        }
    }

    private static Effect perhaps(Effect effect) {
        return new Effect(0, effect.most());
    }

    private static Effect either(Effect one, Effect other) {
        return new Effect(Math.max(one.least(), other.least()), Math.max(one.most(), other.most()));
    }

    /** The third time through: posts of those whom a reader may follow, and who was there before the phase. */
    void posts(int phase, Operation operation, KnownOutcomes known, long index) {
        if (phase > during) {
            return;
        }
        Effect created = phase < during ? known.created(index) : perhaps(known.created(index));
        switch (operation) {
            case LoadUser(long user, long[] own) -> {
                user(user, created);
                for (long post : own) {
                    post(user, post, created);
                }
            }
            case AddUser(long user) -> user(user, created);
            case Post(long author, long post, String message) -> post(author, post, created);
            default -> {}
        }
    }

    private void user(long user, Effect created) {
        if (created.least() > 0 && absent.contains(user)) {
            absent(user, true);
        }
    }

    private void post(long author, long post, Effect effect) {
        Map<Long, Effect> own = posts.get(author);
        if (own != null) {
            own.put(post, effect);
        }
    }

    /** Compares one answer. */
    void judge(long reader, int k, List<Long> observed) {
        ExpectedFeed expected = new ExpectedFeed();
        followees
                .getOrDefault(reader, Map.of())
                .forEach((followee, follows) -> posts.getOrDefault(followee, Map.of())
                        .forEach((post, exists) -> expected.post(post, exists.and(follows))));
        say(reader, expected.wrong(observed, k));
    }

    void absent(long reader, boolean wrongly) {
        say(reader, wrongly ? "the reader was reported absent" : "");
    }

    private void say(long reader, String fault) {
        judged++;
        if (!fault.isEmpty()) {
            wrong.add("that of " + reader + ": " + fault);
        }
    }

    int judged() {
        return judged;
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
