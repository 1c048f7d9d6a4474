package muster.targets.janusgraph.script;

import java.util.List;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;

/** Statements that a plan names; each is a request of its own, which the server commits. */
public final class QueryGremlin {
    public static final List<String> LANGUAGES = List.of("gremlin");

    private QueryGremlin() {}

    /** On the first line of the statement, so that messages count its lines. Titan knows no strategies. */
    static Request request(JanusGraphSettings settings, QueryOperation operation, String before) {
        Query query = operation.query();
        boolean bound = query.write() || settings.dialect().equals(Dialect.TITAN);
        String source = "def g = " + settings.graph() + ".traversal()"
                + (bound ? "" : ".withStrategies(ReadOnlyStrategy.instance())") + "; ";
        String text = query.text(LANGUAGES).orElseThrow().text();
        return new Request(before + source + text, operation.bindings(), query.write(), List.of());
    }
}
