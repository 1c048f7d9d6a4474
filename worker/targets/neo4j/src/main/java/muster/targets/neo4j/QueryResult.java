package muster.targets.neo4j;

import java.util.List;
import java.util.concurrent.TimeUnit;
import muster.targets.neo4j.query.AnswerValues;
import muster.targets.support.ActionOutcome;
import muster.workloads.answers.AnswerSink;
import muster.workloads.target.Probe;
import muster.workloads.target.ServerStage;
import org.neo4j.driver.Record;
import org.neo4j.driver.summary.ResultSummary;

/**
 * Takes the rows of a plan's statement one by one as they come; none is kept. Bytes are those of the content, as {@link
 * AnswerValues} counts them: the driver does not say how many were on the wire.
 */
final class QueryResult implements ActionResult {
    private final AnswerSink sink;
    private final AnswerValues values;
    private final long rowLimit;
    private long rows;

    QueryResult(AnswerSink sink, String identity, long rowLimit) {
        this.sink = sink;
        this.values = new AnswerValues(identity);
        this.rowLimit = rowLimit;
    }

    @Override
    public boolean streams() {
        return true;
    }

    @Override
    public void row(Record row) {
        if (rows == 0) {
            sink.columns(row.keys());
        }
        if (rows++ < rowLimit) {
            sink.row(values.row(row));
        }
    }

    @Override
    public boolean enough() {
        return rows > rowLimit;
    }

    @Override
    public void report(int position, List<Record> none, ResultSummary summary, Probe probe) {
        probe.bytes(0, values.bytes());
        server(summary, probe);
        ActionOutcome.rows(position, rows, rowLimit, probe);
    }

    /** The server counts whole milliseconds: what takes less is 0. */
    private static void server(ResultSummary summary, Probe probe) {
        long availableMs = summary.resultAvailableAfter(TimeUnit.MILLISECONDS);
        long consumedMs = summary.resultConsumedAfter(TimeUnit.MILLISECONDS);
        if (availableMs >= 0 && consumedMs >= 0) {
            probe.reported(ServerStage.WHOLE, TimeUnit.MILLISECONDS.toNanos(availableMs + consumedMs));
        }
    }
}
