package muster.workloads.target;

/** How far an operation goes (docs/semantics.md rule 7). All three cross the wire. */
public enum Depth {
    /** The target's cheapest round trip. */
    NOTHING,
    /** The real statement and parameters reach the server, but nothing is touched. */
    PARSE,
    EXECUTE
}
