package muster.targets.janusgraph.script;

import java.util.List;

/**
 * The frame of every script that executes operations: one transaction of the database, in which each of {@code actions}
 * is done by the closure that its first word names. The server compiles each text once and keeps it.
 */
final class Script {
    /** What several actions use; vertices and edges come from the graph's own queries, which use its indexes. */
    private static final String COMMON = """
              def find = { key, id -> g.V().has(key, id).tryNext().orElse(null) }
              def user = { id -> find('userId', id) }
              def edges = { from, label, to ->
                from.query().direction(Direction.OUT).labels(label).adjacent(to).edges().toList() }
              def sorted = { from, label, count ->
                from.query().direction(Direction.OUT).labels(label).orderBy('time', %3$s).limit(count as int).edges().toList() }
              def lock = { it.property(VertexProperty.Cardinality.single, 'lock', it.value('lock') + 1L) }
              def newest = { author ->
                def first = sorted(author, 'PUBLISHED', 1)
                first ? first[0].value('time') : -1L
              }
            """;

    private Script() {}

    static String of(JanusGraphSettings settings, List<String> definitions) {
        return """
            def tx = %s.buildTransaction()%s.start()
            try {
              def g = tx.traversal()
              def on = [:]
            %s%s
              def results = actions.collect { on[it[0]].call(*it.drop(1)) }
              tx.commit()
              results
            } catch (Throwable failure) {
              if (tx.isOpen()) { tx.rollback() }
              throw failure
            }""".formatted(
                        settings.graph(),
                        options(settings),
                        settings.dialect().script(COMMON, settings.graph()),
                        String.join("", definitions));
    }

    /** JanusGraph takes the consistency of Cassandra for each transaction, so the plan can set it. */
    private static String options(JanusGraphSettings settings) {
        String consistency = settings.consistency()
                .map(level -> (".customOption('storage.cql.read-consistency-level', '%1$s')"
                                + ".customOption('storage.cql.write-consistency-level', '%1$s')")
                        .formatted(level))
                .orElse("");
        return consistency + (settings.batchLoading() ? ".enableBatchLoading()" : "");
    }
}
