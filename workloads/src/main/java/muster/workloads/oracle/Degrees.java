package muster.workloads.oracle;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How many edges leave each vertex. Memory: about 100 bytes a vertex. */
final class Degrees {
    private final Map<Long, Vertex> vertices = new HashMap<>();

    private static final class Vertex {
        private Effect exists = Effect.NONE;
        private int least;
        private int most;
    }

    void vertex(long id, Effect exists) {
        vertices.computeIfAbsent(id, key -> new Vertex()).exists = exists;
    }

    void edge(long source, Effect effect) {
        if (effect.possible()) {
            Vertex vertex = vertices.computeIfAbsent(source, key -> new Vertex());
            vertex.least += effect.least();
            vertex.most += effect.most();
        }
    }

    /** Vertices by degree. */
    SortedMap<Long, Bounds> histogram() {
        SortedMap<Long, Bounds> histogram = new TreeMap<>();
        for (Vertex vertex : vertices.values()) {
            boolean sure = vertex.exists.certain() && vertex.least == vertex.most;
            for (long degree = vertex.least; vertex.exists.possible() && degree <= vertex.most; degree++) {
                histogram.computeIfAbsent(degree, key -> new Bounds()).add(sure ? Effect.ONCE : Effect.PERHAPS, 1);
            }
        }
        return histogram;
    }
}
