package muster.targets.janusgraph.script;

/** The load of a plan's own data. */
public final class DataGremlin {
    /** Indexes on keys of data are called so, then the label and the key. */
    public static final String INDEX = "muster_data_";

    /**
     * Parameters nodes: [label, key, [[name, type] ...]], and edges: [label, [[name, type] ...]]. It has transactions of its own: an
     * index on a property that is there already is enabled only when no transaction is open.
     */
    static final String SCHEMA = """
            def types = [long: Long.class, double: Double.class, boolean: Boolean.class, string: String.class]
            def systems = %2$s.graphdb.database.management.ManagementSystem
            def status = %2$s.core.schema.SchemaStatus
            def indexes = []
            def schema = %1$s.openManagement()
            try {
              def key = { name, type ->
                def old = schema.getPropertyKey(name)
                if (old != null && old.dataType() != types[type]) {
                  throw new IllegalStateException('property ' + name + ' is ' + old.dataType().simpleName +
                    ' in this database, and its type cannot change: use an empty database')
                }
                old ?: schema.makePropertyKey(name).dataType(types[type]).make()
              }
              nodes.each { label, id, columns ->
                schema.containsVertexLabel(label) || schema.makeVertexLabel(label).make()
                columns.each { name, type -> key(name, type) }
                def index = 'muster_data_' + label + '_' + id
                indexes << index
                schema.getGraphIndex(index) ?: schema.buildIndex(index, Vertex.class).addKey(schema.getPropertyKey(id))
                  .indexOnly(schema.getVertexLabel(label)).unique().buildCompositeIndex()
              }
              edges.each { label, columns ->
                columns.each { name, type -> key(name, type) }
                schema.getEdgeLabel(label) ?:
                  schema.makeEdgeLabel(label).multiplicity(%2$s.core.Multiplicity.MULTI).make()
              }
              key('musterBatch', 'long')
              schema.commit()
            } catch (Throwable failure) {
              if (schema.isOpen()) { schema.rollback() }
              throw failure
            }
            def await = { index, wanted ->
              if (!systems.awaitGraphIndexStatus(%1$s, index).status(wanted)
                  .timeout(60, java.time.temporal.ChronoUnit.SECONDS).call().succeeded) {
                throw new IllegalStateException('index ' + index + ' is not ' + wanted + ' after 60 s')
              }
            }
            def is = { index, wanted ->
              def reader = %1$s.openManagement()
              def found = reader.getGraphIndex(index)
              def now = found.getIndexStatus(found.fieldKeys[0])
              reader.rollback()
              now == wanted
            }
            indexes.unique().each { index ->
              if (!is(index, status.ENABLED)) {
                await(index, status.REGISTERED)
                def enabling = %1$s.openManagement()
                enabling.updateIndex(enabling.getGraphIndex(index), %2$s.core.schema.SchemaAction.ENABLE_INDEX).get()
                enabling.commit()
                await(index, status.ENABLED)
              }
            }
            [['ok', 0]]""";

    /** Keys that are there were loaded before, as in {@link InsertGremlin#VERTICES}. */
    static final String NODES = """
              on.loadNodes = { label, names, rows ->
                def key = names[0]
                def there = g.V().has(label, key, P.within(rows.collect { it[0] })).values(key).toSet()
                if (there.size() == rows.size()) { return ['duplicate', 0] }
                rows.each { row ->
                  if (!there.contains(row[0])) {
                    def node = tx.addVertex(T.label, label)
                    names.eachWithIndex { name, i -> if (row[i] != null) { node.property(name, row[i]) } }
                  }
                }
                ['ok', rows.size() - there.size()]
              }
            """;

    /**
     * A batch commits as a whole, so its first edge, which bears its id, tells whether it was loaded before. One without
     * rows, as a range of forums without members has, is complete.
     */
    static final String EDGES = """
              on.loadEdges = { batch, label, from, fromKey, to, toKey, names, rows ->
                if (!rows) { return ['ok', 0] }
                def ends = { type, key, ids ->
                  def found = [:]
                  g.V().has(type, key, P.within(ids.unique())).each { found[it.value(key)] = it }
                  found
                }
                def sources = ends(from, fromKey, rows.collect { it[0] })
                def targets = ends(to, toKey, rows.collect { it[1] })
                if (rows.any { !sources.containsKey(it[0]) || !targets.containsKey(it[1]) }) { return ['absent', 0] }
                def first = sources[rows[0][0]].query().direction(Direction.OUT).labels(label).adjacent(targets[rows[0][1]])
                if (first.edges().any { it.property('musterBatch').orElse(-1L) == batch }) { return ['duplicate', 0] }
                rows.eachWithIndex { row, n ->
                  def edge = sources[row[0]].addEdge(label, targets[row[1]])
                  names.eachWithIndex { name, i -> if (row[i + 2] != null) { edge.property(name, row[i + 2]) } }
                  if (n == 0) { edge.property('musterBatch', batch) }
                }
                ['ok', rows.size()]
              }
            """;

    private DataGremlin() {}
}
