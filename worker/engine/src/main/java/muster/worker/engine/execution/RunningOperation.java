package muster.worker.engine.execution;

import muster.workloads.operation.Operation;

/**
 * A block that a client is within.
 *
 * @param index of its first operation
 * @param client its number within this worker
 * @param ageNs since its actual start
 * @param actions operations of the transaction
 * @param first the first of them
 */
public record RunningOperation(long index, int client, long ageNs, int actions, Operation first) {
    /** As samples of it are called. */
    public String name() {
        return actions > 1 ? "transaction" : first.kind().label();
    }
}
