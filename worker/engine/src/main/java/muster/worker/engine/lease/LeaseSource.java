package muster.worker.engine.lease;

/** Where leases come from. A request is answered by a later {@link Engine#offer}; it replaces the request before. */
public interface LeaseSource {
    /**
     * Called from any thread of the engine whenever {@code total} has grown; must not block. Calls of several threads
     * may overtake each other: the largest total holds.
     *
     * <p>The number is a total, not a difference, so that leases on their way cannot be asked for twice: grant as long
     * as fewer than {@code total} were offered.
     *
     * @param total how many leases the engine wants to have been offered in this phase, all those before included
     * @param ratePerS indexes completed a second, lately; 0 if not known
     */
    void want(long total, double ratePerS);
}
