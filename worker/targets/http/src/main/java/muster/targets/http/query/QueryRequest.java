package muster.targets.http.query;

import com.fasterxml.jackson.core.JsonPointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import muster.targets.http.request.Request;
import muster.targets.http.request.Request.Header;
import muster.text.JsonReader;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Outcome;
import org.jspecify.annotations.Nullable;

/** The request of one of the operations that a plan names. */
public final class QueryRequest {
    public static final List<String> LANGUAGES = List.of("http");

    private static final int FIRST_ERROR = 400;
    private static final String TYPE = "content-type";

    private final Query query;
    private final Map<?, ?> keys;
    private final String method;
    private final ValueText path;
    private final List<Field> headers = new ArrayList<>();
    private final ValueText body;
    private final @Nullable JsonPointer rows;
    private final List<?> columns;
    private final Map<?, ?> statuses;

    private record Field(String name, ValueText value) {}

    /** @param common headers of every request, by name in lower case; those of the operation replace them */
    public QueryRequest(Query query, Map<String, String> common) {
        this.query = query;
        this.keys = keys(query);
        this.method = text("method");
        this.path = ValueText.of(text("path"), ValueEncoding.PERCENT, query.parameters());
        Map<String, String> all = headers(common);
        all.forEach((name, value) ->
                headers.add(new Field(name, ValueText.of(value, ValueEncoding.HEADER, query.parameters()))));
        this.body = ValueText.ofBody(text("body"), all.getOrDefault(TYPE, ""), query.parameters());
        this.rows = keys.containsKey("rows") ? JsonPointer.compile(text("rows")) : null;
        this.columns = keys.get("columns") instanceof List<?> named ? named : List.of();
        this.statuses = keys.get("statuses") instanceof Map<?, ?> given ? given : Map.of();
    }

    private static Map<?, ?> keys(Query query) {
        String text = query.text(LANGUAGES).orElseThrow().text();
        return JsonReader.read(text) instanceof Map<?, ?> map ? map : Map.of();
    }

    private String text(String key) {
        return keys.get(key) instanceof String text ? text : "";
    }

    private Map<String, String> headers(Map<String, String> common) {
        Map<String, String> all = new LinkedHashMap<>(common);
        if (keys.get("headers") instanceof Map<?, ?> own) {
            own.forEach((name, value) -> all.put(name.toString(), value.toString()));
        }
        String content = text("body").stripLeading();
        if (content.startsWith("{") || content.startsWith("[")) {
            all.putIfAbsent(TYPE, "application/json");
        }
        return all;
    }

    /** With the values of an operation. */
    public Request of(QueryOperation operation) {
        @Nullable Object[] values = operation.values();
        return new Request(
                method,
                path.filled(values),
                headers.stream()
                        .map(field -> new Header(field.name(), field.value().filled(values)))
                        .toList(),
                body.filled(values).getBytes(StandardCharsets.UTF_8),
                query.write());
    }

    Query query() {
        return query;
    }

    /** Where the rows of an answer are; null if the body as a whole is the answer. */
    @Nullable
    JsonPointer rows() {
        return rows;
    }

    /** The members of a row that are its columns; empty for all. */
    List<?> columns() {
        return columns;
    }

    /** What a status means, by the plan's own word for it or for its class. */
    Outcome outcome(int status) {
        Object word = Optional.<Object>ofNullable(statuses.get(Integer.toString(status)))
                .or(() -> Optional.ofNullable(statuses.get(status / 100 + "xx")))
                .orElse(status < FIRST_ERROR ? "ok" : "error");
        return switch (word.toString()) {
            case "ok" -> Outcome.OK;
            case "absent" -> Outcome.ABSENT;
            case "duplicate" -> Outcome.DUPLICATE;
            default -> Outcome.of("HTTP " + status);
        };
    }

    /** For people: without the values of parameters. */
    @Override
    public String toString() {
        return method + " " + path.template();
    }
}
