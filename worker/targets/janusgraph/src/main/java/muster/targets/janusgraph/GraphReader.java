package muster.targets.janusgraph;

import java.util.List;
import java.util.Map;
import muster.targets.janusgraph.script.DataGremlin;
import muster.workloads.graphity.Fingerprint;
import muster.workloads.target.TargetException;

/** Sums over the whole graph, whichever workload it is from, as {@link Fingerprint} defines them. */
final class GraphReader {
    /** {@link Fingerprint#weight(long, long)}, and the ids of vertices by those that JanusGraph gave them. */
    private static final String COMMON = """
            def tx = %1$s.newTransaction()
            try {
              def g = tx.traversal()
              def weight = { long a, long b -> (a %% 1000003L + 1L) * (b %% 999983L + 1L) %% 1000000007L }
            """;

    private static final String POSTS = COMMON + """
              def count = 0L
              def sum = 0L
              g.V().hasLabel('Post').values('postId').each { count++; sum += weight(it, it) }
              [count, sum]
            } finally {
              tx.rollback()
            }""";

    /** Vertices, their sum, edges, their sum, then pairs of a degree and how many vertices have it. */
    private static final String VERTICES = COMMON + """
              def ids = [:]
              def sums = [0L, 0L, 0L, 0L]
              def degrees = new TreeMap()
              g.V().hasLabel(vertexLabel).has(idKey).each { ids[it.id()] = it.value(idKey) }
              ids.each { own, id ->
                sums[0]++
                sums[1] += weight(id, id)
                def others = g.V(own).out(edgeLabel).id().toList()
                others.each { sums[2]++; sums[3] += weight(id, ids[it]) }
                degrees.merge(others.size(), 1L, { a, b -> a + b })
              }
              sums + degrees.collectMany { degree, count -> [degree as long, count] }
            } finally {
              tx.rollback()
            }""";

    /**
     * The same sums over a plan's own data: its labels and keys are those of the indexes that its load made, and that
     * loads before it made, whose keys of the same label may be others.
     */
    private static final String DATA = COMMON + """
              def number = { it instanceof Number ? it.longValue() : (long) it.toString().length() }
              def schema = %1$s.openManagement()
              def labels = schema.getGraphIndexes(Vertex.class).findAll { it.name().startsWith(prefix) }.collect {
                def key = it.fieldKeys[0].name()
                [it.name().substring(prefix.length(), it.name().length() - key.length() - 1), key]
              }
              schema.rollback()
              def ids = [:]
              labels.each { label, key ->
                g.V().hasLabel(label).has(key).each { ids[it.id()] = number(it.value(key)) }
              }
              def sums = [0L, 0L, 0L, 0L]
              ids.each { own, id ->
                sums[0]++
                sums[1] += weight(id, id)
                g.V(own).out().id().each { sums[2]++; sums[3] += weight(id, ids[it]) }
              }
              sums
            } finally {
              tx.rollback()
            }""";

    private final JanusGraphTarget target;

    GraphReader(JanusGraphTarget target) {
        this.target = target;
    }

    Map<String, String> fingerprint() throws TargetException {
        Fingerprint fingerprint = new Fingerprint();
        add(fingerprint, Map.of("vertexLabel", "User", "idKey", "userId", "edgeLabel", "FOLLOWS"));
        add(fingerprint, Map.of("vertexLabel", "Node", "idKey", "vertexId", "edgeLabel", "CONNECTS"));
        List<Long> data = numbers(target.run(DATA, Map.of("prefix", DataGremlin.INDEX)));
        fingerprint.users(data.get(0), data.get(1)).follows(data.get(2), data.get(3));
        List<Long> posts = numbers(target.run(POSTS, Map.of()));
        fingerprint.posts(posts.get(0), posts.get(1));
        return fingerprint.facts();
    }

    private void add(Fingerprint fingerprint, Map<String, Object> labels) throws TargetException {
        List<Long> found = numbers(target.run(VERTICES, labels));
        fingerprint.users(found.get(0), found.get(1)).follows(found.get(2), found.get(3));
        for (int i = 4; i < found.size(); i += 2) {
            fingerprint.degree(found.get(i), found.get(i + 1));
        }
    }

    private static List<Long> numbers(List<?> results) {
        return results.stream().map(result -> ((Number) result).longValue()).toList();
    }
}
