package muster.targets.falkordb;

import com.falkordb.Record;
import com.falkordb.ResultSet;
import java.util.List;
import muster.targets.support.ActionOutcome;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;

/** How the rows of a query become outcomes and counts. */
@FunctionalInterface
interface ActionResult {
    void report(int position, ResultSet rows, Probe probe);

    /** Of a statement that touched nothing. */
    ActionResult NOTHING = (position, rows, probe) -> {};

    /** Of a query that creates one node or finds it there. */
    ActionResult CREATED = created(1);

    /** No row: the reader is absent. One row: a list of [post, author, message]. */
    ActionResult FEED = (position, rows, probe) -> {
        if (rows.size() == 0) {
            probe.outcome(position, Outcome.ABSENT);
            return;
        }
        List<?> feed = rows.iterator().next().getValue("feed");
        ActionOutcome.feed(position, feed, probe);
    };

    /** Of nodes that are all created, or all there already. */
    static ActionResult created(long elements) {
        return (position, rows, probe) ->
                ActionOutcome.made(position, rows.getStatistics().nodesCreated() == 0, elements, probe);
    }

    /** No row: something is absent. One row: whether it was {@code there}. */
    static ActionResult single(long elements) {
        return (position, rows, probe) -> {
            if (rows.size() == 0) {
                probe.outcome(position, Outcome.ABSENT);
            } else {
                boolean there = rows.iterator().next().getValue("there");
                ActionOutcome.made(position, there, elements, probe);
            }
        };
    }

    /** One row: whether the batch was {@code there}, and how many it {@code made}. */
    static ActionResult batch(long elements) {
        return (position, rows, probe) -> {
            if (rows.size() == 0) {
                probe.outcome(position, Outcome.ABSENT);
            } else {
                made(position, rows.iterator().next(), elements, probe);
            }
        };
    }

    /**
     * A row for each operation that was done or found done, with its place {@code at} among them.
     *
     * @param elements what each makes
     * @param missing the outcome where there is no row
     */
    static ActionResult several(long[] elements, Outcome missing) {
        return (position, rows, probe) -> {
            boolean[] answered = new boolean[elements.length];
            for (Record row : rows) {
                int at = row.<Long>getValue("at").intValue();
                answered[at] = true;
                made(position + at, row, elements[at], probe);
            }
            for (int at = 0; at < answered.length; at++) {
                if (!answered[at]) {
                    probe.outcome(position + at, missing);
                }
            }
        };
    }

    private static void made(int position, Record row, long elements, Probe probe) {
        boolean there = row.getValue("there");
        ActionOutcome.made(position, there, row.<Long>getValue("made"), elements, probe);
    }
}
