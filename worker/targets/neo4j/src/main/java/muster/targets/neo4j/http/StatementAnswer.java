package muster.targets.neo4j.http;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.targets.http.json.JsonDocument;
import muster.targets.http.json.JsonItems;
import muster.targets.http.request.ResponseBody;
import muster.targets.support.ActionOutcome;
import muster.workloads.answers.AnswerSink;
import muster.workloads.target.ClientLibrary;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Probe;
import org.jspecify.annotations.Nullable;

/** The answer to one statement; its rows are taken one by one as they arrive. */
final class StatementAnswer implements ResponseBody {
    private static final int FIRST_ERROR = 400;
    private static final JsonPointer ROWS = JsonPointer.compile("/data/values");
    private static final JsonPointer ID = JsonPointer.compile("/transaction/id");
    private static final JsonPointer ERRORS = JsonPointer.compile("/errors");
    /** What the driver calls retryable beside the class TransientError. */
    private static final Set<String> RETRYABLE = Set.of(
            "Neo.ClientError.Security.AuthorizationExpired",
            "Neo.ClientError.Cluster.NotALeader",
            "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase");

    private final AnswerSink sink;
    private final TypedJson values;
    private final long rowLimit;
    private final JsonItems items = new JsonItems(ROWS, this::row);
    private final JsonDocument document = new JsonDocument(List.of(
            items, new JsonItems(ID, id -> transaction = String.valueOf(id)), new JsonItems(ERRORS, this::error)));
    private int status;
    private long rows;
    private String transaction = "";
    private String code = "";
    private String message = "";

    StatementAnswer(AnswerSink sink, String identity, long rowLimit) {
        this.sink = sink;
        this.values = new TypedJson(identity);
        this.rowLimit = rowLimit;
    }

    /** Of a statement in whose rows nobody is interested. */
    static StatementAnswer unread() {
        return new StatementAnswer(AnswerSink.NONE, "", Long.MAX_VALUE);
    }

    @Override
    public void begin(int code) {
        status = code;
    }

    @Override
    public void bytes(byte[] array, int offset, int length) {
        document.add(array, offset, length);
    }

    private void row(@Nullable Object row) {
        if (rows++ < rowLimit && !sink.equals(AnswerSink.NONE)) {
            sink.row(values.row(row));
        }
    }

    /** The first one counts. */
    private void error(@Nullable Object error) {
        if (code.isEmpty() && error instanceof Map<?, ?> fields) {
            code = String.valueOf(fields.get("code"));
            message = ClientLibrary.line(String.valueOf(fields.get("message")));
        }
    }

    /** The transaction that the statement has begun; empty if it has begun none. */
    String transaction() {
        return transaction;
    }

    /**
     * The answer has ended.
     *
     * @param changing whether a commit was asked for, of something that may have changed
     * @throws OperationFailure with the code of the server, as over Bolt
     */
    void end(boolean changing) throws OperationFailure {
        String wrong = document.end();
        if (!code.isEmpty()) {
            throw new OperationFailure(kind(changing), code, message);
        }
        if (status >= FIRST_ERROR) {
            throw new OperationFailure(Kind.PERMANENT, "HTTP " + status, "status " + status);
        }
        if (!wrong.isEmpty() || !items.found()) {
            throw new OperationFailure(
                    Kind.PERMANENT, "BadResponse", wrong.isEmpty() ? "an answer without " + ROWS : wrong);
        }
    }

    private Kind kind(boolean changing) {
        if (code.startsWith("Neo.TransientError.") || RETRYABLE.contains(code)) {
            return Kind.TRANSIENT;
        }
        return changing && code.startsWith("Neo.DatabaseError.") ? Kind.UNKNOWN : Kind.PERMANENT;
    }

    void report(int position, Probe probe) {
        ActionOutcome.rows(position, rows, rowLimit, probe);
    }
}
