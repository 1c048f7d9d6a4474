package muster.targets.janusgraph.script;

import java.util.List;
import muster.targets.support.ActionOutcome;
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
        if (this == FEED) {
            ActionOutcome.feed(position, (List<?>) row.get(2), probe);
        } else {
            probe.elements(position, ((Number) row.get(1)).longValue());
        }
    }
}
