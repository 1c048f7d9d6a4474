package muster.targets.http.request;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import muster.targets.http.request.Request.Header;
import muster.workloads.operation.Template;

/** A request whose path, headers and body may hold parameters. */
public final class RequestTemplate {
    private final String method;
    private final Template path;
    private final List<Field> headers = new ArrayList<>();
    private final Template body;
    private final Set<String> names = new LinkedHashSet<>();

    private record Field(String name, Template value) {}

    /**
     * Makes one of texts as they stand in a plan.
     *
     * @param headers by name, in lower case
     */
    public RequestTemplate(String method, String path, Map<String, String> headers, String body) {
        this.method = method;
        this.path = new Template(path);
        this.body = new Template(body);
        headers.forEach((name, value) -> this.headers.add(new Field(name, new Template(value))));
        Stream.concat(Stream.of(this.path, this.body), this.headers.stream().map(Field::value))
                .forEach(template -> names.addAll(template.names()));
    }

    /** By name, in lower case; as they stand in the plan. */
    public Map<String, String> headers() {
        Map<String, String> texts = new LinkedHashMap<>();
        headers.forEach(field -> texts.put(field.name(), field.value().toString()));
        return texts;
    }

    /** The parameters that stand in it; without any, every request is the same. */
    public Set<String> names() {
        return names;
    }

    public Request filled(UnaryOperator<String> values) {
        return new Request(
                method,
                path.filled(values),
                headers.stream()
                        .map(field -> new Header(field.name(), field.value().filled(values)))
                        .toList(),
                body.filled(values).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
