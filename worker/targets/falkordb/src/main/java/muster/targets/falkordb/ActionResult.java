package muster.targets.falkordb;

import com.falkordb.Record;
import com.falkordb.ResultSet;
import java.util.List;
import muster.targets.support.ActionOutcome;
import muster.targets.support.LoadedRows;
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
        return (position, rows, probe) ->
                ROWS.one(position, rows.size() == 0 ? null : rows.iterator().next(), elements, probe);
    }

    /** A row for each operation that was done or found done, with its place {@code at} among them. */
    static ActionResult several(long[] elements, Outcome missing) {
        return (position, rows, probe) -> ROWS.several(position, rows, elements, missing, probe);
    }

    LoadedRows<Record> ROWS = new LoadedRows<>() {
        @Override
        public int at(Record row) {
            return row.<Long>getValue("at").intValue();
        }

        @Override
        public boolean there(Record row) {
            return row.<Boolean>getValue("there");
        }

        @Override
        public long made(Record row) {
            return row.<Long>getValue("made");
        }
    };
}
