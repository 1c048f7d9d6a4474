package muster.targets.janusgraph.script;

/**
 * What the graph may hold, defined before anything is stored: the database would make it up as it goes, but fails where two
 * clients do so at once. Ids have unique composite indexes; edges with a time have one within each vertex, sorted.
 */
public final class Schema {
    /** Parameter {@code locking}: whether JanusGraph locks unique ids and the property that algorithm graphity locks by. */
    public static final String CREATE = """
            def schema = %1$s.openManagement()
            try {
              def key = { name, type -> schema.getPropertyKey(name) ?: schema.makePropertyKey(name).dataType(type).make() }
              def unique = { name, type ->
                def of = key(name, type)
                schema.getGraphIndex('muster_' + name) ?:
                  schema.buildIndex('muster_' + name, Vertex.class).addKey(of).unique().buildCompositeIndex()
              }
              def label = { name, multiplicity ->
                schema.getEdgeLabel(name) ?: schema.makeEdgeLabel(name).multiplicity(multiplicity).make()
              }
              ['User', 'Post', 'Node', 'MusterRun'].each {
                schema.containsVertexLabel(it) || schema.makeVertexLabel(it).make() }
              def ids = ['userId', 'postId', 'vertexId'].collect { unique(it, Long.class) }
              unique('musterMark', String.class)
              ['message', 'name', 'payload', 'musterMarker'].each { key(it, String.class) }
              key('edgeId', Long.class)
              def lock = key('lock', Long.class)
              def time = key('time', Long.class)
              label('FOLLOWS', %2$s.core.Multiplicity.SIMPLE)
              label('CONNECTS', %2$s.core.Multiplicity.MULTI)
              ['PUBLISHED', 'GRAPHITY'].each {
                def sorted = label(it, %2$s.core.Multiplicity.MULTI)
                schema.containsRelationIndex(sorted, 'muster_' + it) ||
                  schema.buildEdgeIndex(sorted, 'muster_' + it, Direction.OUT, %3$s, time)
              }
              def modifiers = %2$s.core.schema.ConsistencyModifier
              def modifier = locking ? modifiers.LOCK : modifiers.DEFAULT
              (ids + [lock]).each { if (schema.getConsistency(it) != modifier) { schema.setConsistency(it, modifier) } }
              schema.commit()
              [1]
            } catch (Throwable failure) {
              if (schema.isOpen()) { schema.rollback() }
              throw failure
            }""";

    public static final String AWAIT = """
            def status = %2$s.core.schema.SchemaStatus.ENABLED
            def late = ['userId', 'postId', 'vertexId', 'musterMark'].findAll {
              !%2$s.graphdb.database.management.ManagementSystem.awaitGraphIndexStatus(%1$s, 'muster_' + it).status(status)
                .timeout(60, java.time.temporal.ChronoUnit.SECONDS).call().succeeded
            } + ['PUBLISHED', 'GRAPHITY'].findAll {
              !%2$s.graphdb.database.management.ManagementSystem.awaitRelationIndexStatus(%1$s, 'muster_' + it, it).status(status)
                .timeout(60, java.time.temporal.ChronoUnit.SECONDS).call().succeeded
            }
            if (late) { throw new IllegalStateException('these indexes are not enabled after 60 s: ' + late) }
            [1]""";

    private Schema() {}
}
