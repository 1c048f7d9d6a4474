package muster.workloads.insert;

import muster.workloads.random.Mix;
import muster.workloads.random.Permutation;
import muster.workloads.random.WeightTable;
import muster.workloads.random.Zipf;

/**
 * A drawn graph. With K = mix(seed, 0x696E73657274): the source of edge e is below(vertices, mix(K, 1, e)), its target is
 * Permutation(vertices, mix(K, 3)).at(rank), the rank drawn from the {@link Zipf} table for mix(K, 2, e); a target that
 * is the source becomes the next vertex. Two edges may have the same ends. Vertex v is called "v" and its number.
 */
record SyntheticGraph(long vertices, long edges, WeightTable popularity) implements InsertGraph {
    private static final long INSERT = 0x696E_7365_7274L;
    private static final long SOURCE = 1;
    private static final long TARGET = 2;
    private static final long RANKS = 3;

    SyntheticGraph(int vertices, long edges, int exponentMilli) {
        this(vertices, edges, Zipf.table(vertices, exponentMilli));
    }

    @Override
    public String name(long vertex) {
        return "v" + vertex;
    }

    @Override
    public Ends ends(long seed) {
        long key = Mix.mix(seed, INSERT);
        return new Drawn(key, vertices, popularity, new Permutation(vertices, Mix.mix(key, RANKS)));
    }

    private record Drawn(long key, long vertices, WeightTable popularity, Permutation vertexOfRank) implements Ends {
        @Override
        public long source(long edge) {
            return Mix.below(vertices, Mix.mix(key, SOURCE, edge));
        }

        @Override
        public long target(long edge) {
            long target = vertexOfRank.at(popularity.draw(Mix.mix(key, TARGET, edge)));
            return target == source(edge) ? (target + 1) % vertices : target;
        }
    }
}
