package muster.targets.janusgraph.script;

import java.util.List;

/**
 * What JanusGraph and its predecessor Titan call differently in scripts. The packages below {@link #root} are the same in
 * both, and so are the graph's own queries, which is why they share all others.
 *
 * @param product as messages name it
 * @param root the package that holds all others
 * @param constants the class that knows the version, below the root
 * @param descending the order that TinkerPop renamed between 3.0 and 3.7
 */
public record Dialect(String product, String root, String constants, String descending) {
    static final Dialect JANUSGRAPH = new Dialect("JanusGraph", "org.janusgraph", "JanusGraphConstants", "Order.desc");
    static final Dialect TITAN = new Dialect("Titan", "com.thinkaurelius.titan", "TitanConstants", "Order.decr");

    /** Fills in %1$s, the name of the graph; %2$s, the root package; %3$s, the order that puts the newest first. */
    public String script(String template, String graph) {
        return template.formatted(graph, root, descending);
    }

    /**
     * Defines g, the source of traversals. TinkerPop 3.0 has no strategy that refuses writes, and a read there leaves its
     * transaction open, in which the thread's next one would not see what others committed since.
     */
    public String source(String graph, boolean write) {
        String source = "def g = " + graph + ".traversal()";
        return equals(TITAN)
                ? graph + ".tx().rollback(); " + source + "; "
                : source + (write ? "; " : ".withStrategies(ReadOnlyStrategy.instance()); ");
    }

    /** Of statements of a plan, the preferred one first. */
    List<String> languages() {
        return equals(TITAN) ? QueryGremlin.LANGUAGES_OF_TITAN : QueryGremlin.LANGUAGES;
    }

    /** An expression for the version of the server. */
    public String version() {
        return root + ".graphdb.configuration." + constants + ".VERSION";
    }
}
