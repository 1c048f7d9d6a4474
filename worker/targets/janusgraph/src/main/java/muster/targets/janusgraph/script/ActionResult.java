package muster.targets.janusgraph.script;

import java.util.List;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;

/** How the result of one action becomes an outcome and counts. Each is a list: outcome, elements, and what was read. */
public enum ActionResult {
    /** It changed the graph, or says why not. */
    CHANGE,
    /** It brings posts, each as [id, author, message]. */
    FEED;

    public void report(int position, Object result, Probe probe) {
        List<?> row = (List<?>) result;
        String outcome = (String) row.get(0);
        if (!outcome.equals("ok")) {
            probe.outcome(position, Outcome.of(outcome));
            return;
        }
        probe.elements(position, ((Number) row.get(1)).longValue());
        if (this == FEED) {
            probe.feed(position, posts((List<?>) row.get(2)));
        }
    }

    private static long[] posts(List<?> feed) {
        return feed.stream()
                .mapToLong(post -> ((Number) ((List<?>) post).get(0)).longValue())
                .toArray();
    }
}
