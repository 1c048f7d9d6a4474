package muster.targets.neo4j;

import java.util.List;
import muster.targets.support.ActionOutcome;
import muster.targets.support.LoadedRows;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import org.neo4j.driver.Record;
import org.neo4j.driver.Value;
import org.neo4j.driver.summary.ResultSummary;

/** How the rows of a statement become outcomes and counts. */
@FunctionalInterface
interface ActionResult {
    void report(int position, List<Record> rows, ResultSummary summary, Probe probe);

    /** Whether {@link #row} takes the rows one by one as they come: there may be more of them than memory holds. */
    default boolean streams() {
        return false;
    }

    /** Called by a thread of the driver. */
    default void row(Record row) {}

    /** Whether no further rows are wanted: the server is then told to discard them. */
    default boolean enough() {
        return false;
    }

    /** There are no more rows; by a thread of the driver. */
    default void ended() {}

    /** Of a statement that touched nothing. */
    ActionResult NOTHING = (position, rows, summary, probe) -> {};

    /** Of a statement that creates one node or finds it there. */
    ActionResult CREATED = (position, rows, summary, probe) ->
            ActionOutcome.made(position, summary.counters().nodesCreated() == 0, 1, probe);

    /** No row: the reader is absent. One row: a list of [post, author, message]. */
    ActionResult FEED = (position, rows, summary, probe) -> {
        if (rows.isEmpty()) {
            probe.outcome(position, Outcome.ABSENT);
            return;
        }
        Value feed = rows.get(0).get("feed");
        long[] posts = new long[feed.size()];
        for (int i = 0; i < posts.length; i++) {
            posts[i] = feed.get(i).get(0).asLong();
        }
        ActionOutcome.feed(position, posts, probe);
    };

    /** No row: something is absent. One row: whether it was {@code there}. */
    static ActionResult single(long elements) {
        return (position, rows, summary, probe) -> {
            if (rows.isEmpty()) {
                probe.outcome(position, Outcome.ABSENT);
            } else {
                ActionOutcome.made(position, rows.get(0).get("there").isTrue(), elements, probe);
            }
        };
    }

    /** Elements that were certainly made, since the statement did not fail. */
    static ActionResult all(long elements) {
        return (position, rows, summary, probe) -> probe.elements(position, elements);
    }

    /** One row: whether the batch was {@code there}, and how many it {@code made}. */
    static ActionResult batch(long elements) {
        return (position, rows, summary, probe) ->
                ROWS.one(position, rows.isEmpty() ? null : rows.get(0), elements, probe);
    }

    /** A row for each operation that was done or found done, with its place {@code at} among them. */
    static ActionResult several(long[] elements, Outcome missing) {
        return (position, rows, summary, probe) -> ROWS.several(position, rows, elements, missing, probe);
    }

    LoadedRows<Record> ROWS = new LoadedRows<>() {
        @Override
        public int at(Record row) {
            return row.get("at").asInt();
        }

        @Override
        public boolean there(Record row) {
            return row.get("there").isTrue();
        }

        @Override
        public long made(Record row) {
            return row.get("made").asLong();
        }
    };
}
