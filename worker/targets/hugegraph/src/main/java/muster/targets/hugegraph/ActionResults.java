package muster.targets.hugegraph;

import java.util.List;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;

/** How what a script returns for an action becomes outcome and counts. */
final class ActionResults {
    private ActionResults() {}

    static void report(int position, Object answer, long elements, Probe probe) {
        if (answer instanceof List<?> feed) {
            feed(position, feed, probe);
            return;
        }
        switch (String.valueOf(answer)) {
            case "ok" -> probe.elements(position, elements);
            case "absent" -> probe.outcome(position, Outcome.ABSENT);
            case "duplicate" -> probe.outcome(position, Outcome.DUPLICATE);
            default -> throw new IllegalStateException("a script answered " + answer);
        }
    }

    /** A list of [post, author, message]. */
    private static void feed(int position, List<?> feed, Probe probe) {
        long[] posts = feed.stream()
                .mapToLong(entry -> ((Number) ((List<?>) entry).getFirst()).longValue())
                .toArray();
        probe.elements(position, posts.length);
        probe.feed(position, posts);
    }
}
