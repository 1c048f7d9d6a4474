package muster.targets.janusgraph.script;

import java.util.List;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;

/** The statements of a plan; each is one request, which the server commits. */
public final class QueryGremlin {
    public static final List<String> LANGUAGES = List.of("gremlin");
    public static final List<String> LANGUAGES_OF_TITAN = List.of("titan", "gremlin");

    private QueryGremlin() {}

    /** The source of traversals stands on the first line of the statement, so that messages count its lines. */
    static Request request(JanusGraphSettings settings, QueryOperation operation, String before) {
        Query query = operation.query();
        String source = settings.dialect().source(settings.graph(), query.write());
        String text = query.text(settings.dialect().languages()).orElseThrow().text();
        return new Request(before + source + text, operation.bindings(), query.write(), List.of());
    }
}
