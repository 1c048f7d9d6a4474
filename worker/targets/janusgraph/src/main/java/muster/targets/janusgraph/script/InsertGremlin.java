package muster.targets.janusgraph.script;

import muster.targets.support.StatementText;

/** The actions of batch-insert as closures. */
final class InsertGremlin {
    /**
     * Ids that are there were inserted before; on BerkeleyJE that is all of a batch or none. On Cassandra a batch whose
     * server died midway may be there in part, so the rest is inserted now.
     */
    static final String VERTICES = """
              on.insertVertices = { ids, names ->
                def there = g.V().has('vertexId', P.within(ids)).values('vertexId').toSet()
                if (there.size() == ids.size()) { return ['duplicate', 0] }
                [ids, names].transpose().each { id, name ->
                  if (!there.contains(id)) { tx.addVertex(T.label, 'Node', 'vertexId', id, 'name', name) }
                }
                ['ok', ids.size() - there.size()]
              }
            """;

    /** A batch commits as a whole, so its first edge tells whether it was inserted before. */
    static final String EDGES = """
              on.insertEdges = { ids, sources, targets ->
                def ends = [:]
                g.V().has('vertexId', P.within((sources + targets).unique())).each { ends[it.value('vertexId')] = it }
                if (!ends.keySet().containsAll(sources) || !ends.keySet().containsAll(targets)) { return ['absent', 0] }
                def first = ends[sources[0]].query().direction(Direction.OUT).labels('CONNECTS').adjacent(ends[targets[0]])
                if (first.edges().any { it.value('edgeId') == ids[0] }) { return ['duplicate', 0] }
                [ids, sources, targets].transpose().each { id, source, target ->
                  ends[source].addEdge('CONNECTS', ends[target], 'edgeId', id)
                }
                ['ok', ids.size()]
              }
            """;

    /** The same, and each edge with a text. */
    static final String EDGES_WITH_PAYLOAD = withPayload();

    private InsertGremlin() {}

    private static String withPayload() {
        String named =
                StatementText.replaced(EDGES, "{ ids, sources, targets ->", "{ ids, sources, targets, payloads ->");
        String given = StatementText.replaced(
                named, "[ids, sources, targets].transpose()", "[ids, sources, targets, payloads].transpose()");
        String each = StatementText.replaced(given, "{ id, source, target ->", "{ id, source, target, payload ->");
        return StatementText.replaced(each, "'edgeId', id)\n", "'edgeId', id, 'payload', payload)\n");
    }
}
