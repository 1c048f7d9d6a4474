package muster.targets.hugegraph;

import java.util.List;
import java.util.Map;
import muster.workloads.operation.QueryOperation;
import org.jspecify.annotations.Nullable;

/** The script of a statement that a plan names. */
final class QueryScript {
    static final List<String> LANGUAGES = List.of("hugegraph", "gremlin");

    private static final String READ_ONLY = "def g = graph.traversal().withStrategies(ReadOnlyStrategy.instance()); ";

    private QueryScript() {}

    /**
     * What precedes the statement stands on its first line, so that messages count its lines. Parameters travel as JSON, from
     * which the server makes an Integer of every small number: arithmetic on those would overflow.
     */
    static String of(QueryOperation operation) {
        StringBuilder script = new StringBuilder(operation.query().write() ? "" : READ_ONLY);
        for (Map.Entry<String, @Nullable Object> binding : operation.bindings().entrySet()) {
            if (binding.getValue() instanceof Long) {
                script.append("%1$s = %1$s as long; ".formatted(binding.getKey()));
            }
        }
        return script + operation.query().text(LANGUAGES).orElseThrow().text();
    }
}
