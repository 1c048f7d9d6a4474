package muster.workloads.query;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import muster.text.Json;
import muster.text.JsonReader;
import muster.workloads.operation.Query.Text;
import muster.workloads.operation.Template;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Reads section "http" of an operation, the template of a request, into one text of JSON with the keys method, path,
 * headers, body, rows, columns and statuses, each only if the plan has it; a body that is a map or a list becomes its JSON.
 */
final class RequestReader {
    static final String LANGUAGE = "http";

    private static final Set<String> CHANGING = Set.of("PUT", "PATCH", "DELETE");
    private static final String STATUSES = "statuses";
    private static final Set<String> OTHERS = Set.of("absent", "duplicate");

    private final Settings http;
    private final List<String> parameters;
    private final String parametersKey;
    private final Map<String, Object> template = new LinkedHashMap<>();

    private RequestReader(Settings http, List<String> parameters, String parametersKey) {
        this.http = http;
        this.parameters = parameters;
        this.parametersKey = parametersKey;
    }

    /**
     * The template of an operation.
     *
     * @param parameters names that may stand in braces
     * @param parametersKey of the map that names them, for messages
     */
    static Text read(Settings operation, List<String> parameters, String parametersKey) {
        Settings http = operation.section(LANGUAGE);
        RequestReader reader = new RequestReader(http, parameters, parametersKey);
        reader.method(operation.flag("write"));
        reader.path();
        reader.headers();
        reader.body();
        reader.rows();
        reader.statuses();
        return new Text(Json.write(reader.template), operation.where(LANGUAGE));
    }

    /** Whether a template gives a status the outcome absent or duplicate. */
    static boolean namesOthers(@Nullable Text request) {
        return request != null
                && JsonReader.read(request.text()) instanceof Map<?, ?> keys
                && keys.get(STATUSES) instanceof Map<?, ?> statuses
                && statuses.values().stream().anyMatch(OTHERS::contains);
    }

    private void method(boolean write) {
        String method = http.choice("method");
        if (!write && CHANGING.contains(method)) {
            throw http.wrong("method", "write: true beside a method that changes something, or GET or POST");
        }
        template.put("method", method);
    }

    private void path() {
        String path = http.text("path");
        if (!path.startsWith("/") || path.chars().anyMatch(letter -> letter <= ' ' || letter > '~')) {
            throw http.wrong("path", "a path that begins with /, with other characters as %20 and the like");
        }
        template.put("path", checked(http, "path", path));
    }

    private void headers() {
        Settings section = http.section("headers");
        Map<String, String> headers = new TreeMap<>();
        for (String name : section.raw().keySet()) {
            String value = section.text(name);
            if (value.chars().anyMatch(letter -> letter < ' ') || !name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")) {
                throw section.wrong(name, "a name and a value of a header, in one line");
            }
            headers.put(name.toLowerCase(Locale.ROOT), checked(section, name, value));
        }
        if (!headers.isEmpty()) {
            template.put("headers", headers);
        }
    }

    private void body() {
        if (!http.has("body")) {
            return;
        }
        String text = switch (http.raw().get("body")) {
            case Map<?, ?> map -> json(map);
            case List<?> list -> json(list);
            case null, default -> http.text("body");
        };
        template.put("body", checked(http, "body", text));
    }

    /** A text that is a parameter and nothing else takes the type of its value. */
    private static String json(Object body) {
        return Json.write(body).replaceAll("\"(\\{[A-Za-z][A-Za-z0-9_]*})\"", "$1");
    }

    private String checked(Settings section, String key, String text) {
        for (String name : new Template(text).names()) {
            if (!parameters.contains(name)) {
                throw section.wrong(
                        key,
                        parameters.isEmpty()
                                ? "no {" + name + "}, since the operation has no parameters in key " + parametersKey
                                : "a parameter of key " + parametersKey + " in place of {" + name + "}; "
                                        + ClosestName.hint(name, parameters, "there are"));
            }
        }
        return text;
    }

    private void rows() {
        if (http.has("rows")) {
            String rows = http.text("rows");
            if (!rows.isEmpty() && !rows.startsWith("/")) {
                throw http.wrong("rows", "a JSON pointer (RFC 6901) such as /data/users, or \"\" for the whole body");
            }
            template.put("rows", rows);
        }
        if (http.has("columns")) {
            if (!http.has("rows") || !(http.raw().get("columns") instanceof List<?> columns) || columns.isEmpty()) {
                throw http.wrong("columns", "a list of the names of members of each row, beside key rows");
            }
            template.put("columns", columns.stream().map(Object::toString).toList());
        }
    }

    private void statuses() {
        Settings section = http.section(STATUSES);
        Map<String, String> statuses = new TreeMap<>();
        for (String status : section.raw().keySet()) {
            if (!status.matches("[2-5](\\d\\d|xx)")) {
                throw section.wrong(status, "a status such as 404, or a class such as 4xx, before the colon");
            }
            statuses.put(status, section.choice(status));
        }
        if (!statuses.isEmpty()) {
            template.put(STATUSES, statuses);
        }
    }
}
