package muster.targets.falkordb;

import com.falkordb.Record;
import com.falkordb.ResultSet;
import java.util.List;
import muster.targets.falkordb.query.AnswerValues;
import muster.targets.support.ActionOutcome;
import muster.workloads.answers.AnswerSink;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Probe;

/** Hands over the rows of a plan's statement; the client reads an answer as a whole, so a limit bounds what is counted. */
record QueryResult(Query query) implements ActionResult {
    static final List<String> LANGUAGES = List.of("falkordb", "cypher");

    static Statement statement(QueryOperation operation, int first) {
        Query query = operation.query();
        Parameters parameters = new Parameters();
        operation.bindings().forEach((name, value) -> parameters.literal(name, Parameters.literal(value)));
        return new Statement(
                query.text(LANGUAGES).orElseThrow().text(),
                parameters.toString(),
                query.write() ? Statement.Command.QUERY : Statement.Command.READ_ONLY_QUERY,
                first,
                new QueryResult(query));
    }

    @Override
    public void report(int position, ResultSet rows, Probe probe) {
        AnswerSink sink = probe.answer(position);
        AnswerValues values = new AnswerValues(query.identity());
        long count = 0;
        for (Record row : rows) {
            if (count == 0) {
                sink.columns(row.keys());
            }
            if (count++ == query.rowLimit()) {
                break;
            }
            sink.row(values.row(row));
        }
        probe.bytes(0, values.bytes());
        ActionOutcome.rows(position, count, query.rowLimit(), probe);
    }
}
