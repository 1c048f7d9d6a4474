package muster.workloads.oracle;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The edges that actions create or remove, and whether each exists in the end. The order of commits is unknown and not
 * needed: an edge that is only created exists once one answer reports it; one that is only removed is gone once one
 * answer reports it; and where both happen, each "ok" of a follow brought it from 0 to 1 and each of an unfollow from 1
 * to 0, so that the end is the beginning plus their difference.
 */
final class EdgeCheck {
    private final Map<Edge, History> touched = new HashMap<>();
    private long contradictions;
    private String contradiction = "";

    record Edge(long source, long target) {}

    private static final class History {
        private Effect before = Effect.NONE;
        private boolean made;
        private boolean removed;
        private boolean seenPresent;
        private boolean seenGone;
        private int least;
        private int most;
    }

    void made(long source, long target, Effect effect, boolean seenPresent) {
        History history = history(source, target);
        history.made = true;
        history.seenPresent |= seenPresent;
        history.least += effect.least();
        history.most += effect.most();
    }

    void removed(long source, long target, Effect effect, boolean seenGone) {
        History history = history(source, target);
        history.removed = true;
        history.seenGone |= seenGone;
        history.least -= effect.most();
        history.most -= effect.least();
    }

    private History history(long source, long target) {
        return touched.computeIfAbsent(new Edge(source, target), key -> new History());
    }

    /** Says that the load made this edge; false if no action ever touches it. */
    boolean loaded(long source, long target, Effect effect) {
        History history = touched.get(new Edge(source, target));
        if (history != null) {
            history.before = effect;
        }
        return history != null;
    }

    /** Each touched edge and whether it is there. To be called once, when all is known. */
    void forEach(BiConsumer<Edge, Effect> action) {
        touched.forEach((edge, history) -> action.accept(edge, end(edge, history)));
    }

    private Effect end(Edge edge, History history) {
        int least = history.before.least() + history.least;
        int most = history.before.most() + history.most;
        if (least > 1 || most < 0) {
            contradictions++;
            contradiction = contradiction.isEmpty() ? describe(edge, least, most) : contradiction;
        }
        if (!history.removed && history.seenPresent) {
            return Effect.ONCE;
        }
        if (!history.made && history.seenGone) {
            return Effect.NONE;
        }
        return new Effect(Math.clamp(least, 0, 1), Math.clamp(most, 0, 1));
    }

    private static String describe(Edge edge, int least, int most) {
        return "edge " + edge.source() + " to " + edge.target() + ": follows and unfollows that were answered with ok"
                + " leave it " + (most < 0 ? most : least) + " times";
    }

    Finding answers() {
        String reason = "two answers cannot both be true, first of " + contradiction;
        return Finding.of(
                "answers", "0 contradictions", contradictions + " contradictions", contradictions == 0, reason);
    }
}
