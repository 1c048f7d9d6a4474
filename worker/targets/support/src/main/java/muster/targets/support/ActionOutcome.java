package muster.targets.support;

import java.util.List;
import muster.workloads.operation.Query;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Transaction;

/** What the answer of a database to one action means: its outcome and its elements, which are reported to the probe. */
public final class ActionOutcome {
    private static final Outcome TOO_MANY_ROWS = Outcome.of(Query.TOO_MANY_ROWS);

    private ActionOutcome() {}

    /** Of an action that makes all of its elements, unless they were there. */
    public static void made(int position, boolean there, long elements, Probe probe) {
        if (there) {
            probe.outcome(position, Outcome.DUPLICATE);
        } else {
            probe.elements(position, elements);
        }
    }

    /** Of an action that makes only those elements whose ends are there. */
    public static void made(int position, boolean there, long made, long elements, Probe probe) {
        if (!there && made < elements) {
            probe.outcome(position, Outcome.ABSENT);
        } else {
            made(position, there, elements, probe);
        }
    }

    /** Of a feed with these posts, newest first. */
    public static void feed(int position, long[] posts, Probe probe) {
        probe.elements(position, posts.length);
        probe.feed(position, posts);
    }

    /** Of a feed that is a list of [post, author, message]. */
    public static void feed(int position, List<?> feed, Probe probe) {
        long[] posts = new long[feed.size()];
        int at = 0;
        for (Object entry : feed) {
            posts[at++] = ((Number) ((List<?>) entry).getFirst()).longValue();
        }
        feed(position, posts, probe);
    }

    /** Of a statement or script that answers "ok", "absent", "duplicate", or the list that a feed is. */
    public static void answered(int position, Object answer, long elements, Probe probe) {
        if (answer instanceof List<?> feed) {
            feed(position, feed, probe);
            return;
        }
        switch (String.valueOf(answer)) {
            case "ok" -> probe.elements(position, elements);
            case "absent" -> probe.outcome(position, Outcome.ABSENT);
            case "duplicate" -> probe.outcome(position, Outcome.DUPLICATE);
            default -> throw new IllegalStateException("the database answered " + answer);
        }
    }

    /**
     * Of a statement of a plan.
     *
     * @param rows how many it brought; those after the limit are not counted, and make it fail
     */
    public static void rows(int position, long rows, long limit, Probe probe) {
        probe.elements(position, Math.min(rows, limit));
        if (rows > limit) {
            probe.outcome(position, TOO_MANY_ROWS);
        }
    }

    /** The same outcome for each operation of a transaction. */
    public static void ofAll(Transaction transaction, Outcome outcome, Probe probe) {
        for (int i = 0; i < transaction.size(); i++) {
            probe.outcome(i, outcome);
        }
    }
}
