package muster.workloads.target;

/** One client's way to the target; used by one thread at a time, except for {@link #abort}. */
public interface Session extends AutoCloseable {
    /**
     * Executes the operations as one transaction, once: retries are the engine's. Reports outcomes other than ok,
     * stages, elements and bytes to the probe.
     *
     * @throws OperationFailure if the transaction as a whole failed
     */
    void execute(Transaction transaction, Probe probe) throws OperationFailure;

    /**
     * Ends what {@link #execute} runs now, so that it throws soon, and asks the database whether it has ended. Called by
     * another thread, which may wait here for some seconds; the next execution does not begin before this has returned.
     * Never throws.
     */
    default AbortResult abort() {
        return AbortResult.running("this target cannot end an operation");
    }

    /** Never throws. */
    @Override
    void close();
}
