package muster.targets.http.query;

import com.fasterxml.jackson.core.JsonPointer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import muster.targets.http.json.JsonDocument;
import muster.targets.http.json.JsonItems;
import muster.targets.http.request.ResponseBody;
import muster.workloads.answers.AnswerSink;
import muster.workloads.operation.Query;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import org.jspecify.annotations.Nullable;

/**
 * Takes the answer of one operation: the rows of a JSON document one by one as they arrive, of which none is kept, or the
 * body as a row of one text (bytes, if it is not UTF-8), which is held only if its answer is compared.
 */
public final class QueryAnswer implements ResponseBody {
    private static final Outcome TOO_MANY_ROWS = Outcome.of(Query.TOO_MANY_ROWS);
    private static final Outcome TOO_LARGE = Outcome.of("bodyTooLarge");
    private static final int MAX_HELD = 16 << 20;

    private final QueryRequest request;
    private final AnswerSink sink;
    private final List<?> columns;
    private final long rowLimit;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream(0);
    private Outcome outcome = Outcome.OK;
    private @Nullable JsonItems items;
    private @Nullable JsonDocument document;
    private boolean tooLarge;
    private long rows;

    public QueryAnswer(QueryRequest request, AnswerSink sink) {
        this.request = request;
        this.sink = sink;
        this.columns = request.columns();
        this.rowLimit = request.query().rowLimit();
    }

    @Override
    public void begin(int status) {
        outcome = request.outcome(status);
        JsonPointer place = request.rows();
        if (outcome == Outcome.OK && place != null) {
            items = new JsonItems(place, this::row);
            document = new JsonDocument(List.of(items));
        }
    }

    @Override
    public void bytes(byte[] array, int offset, int length) {
        if (document != null) {
            document.add(array, offset, length);
        } else if (outcome == Outcome.OK && !sink.equals(AnswerSink.NONE) && !tooLarge) {
            tooLarge = held.size() + length > MAX_HELD;
            held.write(array, offset, tooLarge ? 0 : length);
        }
    }

    private void row(@Nullable Object item) {
        boolean first = rows == 0;
        if (rows++ >= rowLimit || sink.equals(AnswerSink.NONE)) {
            return;
        }
        if (first) {
            sink.columns(names(item));
        }
        switch (item) {
            case Map<?, ?> members
            when !columns.isEmpty() ->
                sink.row(columns.stream().map(members::get).toArray());
            case Map<?, ?> members -> sink.row(members.values().toArray());
            case Collection<?> values -> sink.row(values.toArray());
            case null, default -> sink.row(new @Nullable Object[] {item});
        }
    }

    private List<String> names(@Nullable Object item) {
        if (!(item instanceof Map<?, ?> members)) {
            return List.of();
        }
        return (columns.isEmpty() ? members.keySet() : columns)
                .stream().map(Object::toString).toList();
    }

    /**
     * The answer has ended.
     *
     * @throws OperationFailure if it is not what the plan says
     */
    public void report(int position, Probe probe) throws OperationFailure {
        if (outcome != Outcome.OK) {
            probe.outcome(position, outcome);
        } else if (document != null) {
            document(position, probe, document);
        } else {
            body(position, probe);
        }
    }

    private void document(int position, Probe probe, JsonDocument whole) throws OperationFailure {
        String wrong = whole.end();
        if (!wrong.isEmpty() || items == null || !items.found()) {
            String missing = "the body has nothing at \"" + request.rows() + "\"";
            throw new OperationFailure(
                    OperationFailure.Kind.PERMANENT, "BadResponse", wrong.isEmpty() ? missing : "the body: " + wrong);
        }
        probe.elements(position, Math.min(rows, rowLimit));
        if (rows > rowLimit) {
            probe.outcome(position, TOO_MANY_ROWS);
        }
    }

    private void body(int position, Probe probe) {
        if (tooLarge) {
            probe.outcome(position, TOO_LARGE);
            return;
        }
        probe.elements(position, 1);
        if (!sink.equals(AnswerSink.NONE)) {
            sink.row(new @Nullable Object[] {text(held.toByteArray())});
        }
    }

    private static Object text(byte[] content) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException e) {
            return content;
        }
    }
}
