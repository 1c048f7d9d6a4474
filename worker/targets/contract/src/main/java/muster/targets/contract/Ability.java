package muster.targets.contract;

/** What not every database can do. A target that lacks one says why in docs/targets.md. */
public enum Ability {
    /** Several actions commit together or not at all, and each sees what those before it did. */
    TRANSACTIONS,
    /** A batch or load that is there already is answered with "duplicate"; without it, it is written once more. */
    DUPLICATE_BATCHES,
    /** An edge whose end is not there makes its batch "absent"; without it, nobody asks. */
    MISSING_ENDS,
    /** The database refuses a write of a statement that is said to read. */
    READ_ONLY,
    /** Whatever the order of commits, concurrent clients leave behind the graph of the model. */
    CONCURRENT_WRITERS
}
