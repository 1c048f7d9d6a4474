package muster.workloads.insert;

import muster.workloads.data.EdgeList;

/** A graph from a data file, with its names and with its edges as they stand there. */
record GivenGraph(EdgeList list) implements InsertGraph {
    @Override
    public long vertices() {
        return list.vertices();
    }

    @Override
    public String name(long vertex) {
        return list.names()[(int) vertex];
    }

    @Override
    public long edges() {
        return list.edges();
    }

    @Override
    public Ends ends(long seed) {
        return new Given(list);
    }

    private record Given(EdgeList list) implements Ends {
        @Override
        public long source(long edge) {
            return list.sources()[(int) edge];
        }

        @Override
        public long target(long edge) {
            return list.targets()[(int) edge];
        }
    }
}
