package muster.workloads.insert;

/** The graph that is inserted: vertices 0 .. vertices - 1 with names, edges between them, numbered from 0. */
interface InsertGraph {
    long vertices();

    String name(long vertex);

    long edges();

    /** The ends of the edges of one seed; pure. */
    Ends ends(long seed);

    /** Where edges begin and end. */
    interface Ends {
        long source(long edge);

        long target(long edge);
    }
}
