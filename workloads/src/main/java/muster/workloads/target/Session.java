package muster.workloads.target;

/** One client's way to the target; used by one thread at a time. */
public interface Session extends AutoCloseable {
    /**
     * Executes the operations as one transaction, once: retries are the engine's. Reports outcomes other than ok,
     * stages, elements and bytes to the probe.
     *
     * @throws OperationFailure if the transaction as a whole failed
     */
    void execute(Transaction transaction, Probe probe) throws OperationFailure;

    /** Never throws. */
    @Override
    void close();
}
