package muster.worker.engine;

/** Where leases come from. The answer to a wish is a later {@link Engine#offer}; a wish replaces the one before. */
public interface LeaseSource {
    /**
     * Called from any client thread; must not block.
     *
     * @param leases how many leases more than those offered so far the engine could hold now
     * @param ratePerS indexes completed a second, lately; 0 if not known
     */
    void want(int leases, double ratePerS);
}
