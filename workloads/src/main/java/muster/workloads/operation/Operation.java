package muster.workloads.operation;

/**
 * One logical action, the content of one index. It is a value: whatever executes it, and however often, finds all it
 * needs in here. A target handles it in a pattern switch, so that a new kind fails to compile until each target does.
 */
public sealed interface Operation
        permits GraphityOperation,
                InsertOperation,
                StreamOperation,
                DataOperation,
                QueryOperation,
                JourneyOperation,
                NoopOperation {
    OperationKind kind();

    /**
     * A hash of the kind and of everything that is asked, the same in every language. The worker's digest is the sum
     * of these (docs/semantics.md rule 18).
     */
    long digest();
}
