package muster.coordinator.core.membership;

/** Gives out numbers that no other incarnation of the coordinator with the same store gives out, written down or not. */
public final class UniqueNumbers {
    private static final int SESSION_BITS = 20;
    private static final int LEASE_BITS = 36;

    private long incarnation;
    private long sessions;
    private long tasks;

    /** So many incarnations used the store before this one. */
    public void after(int incarnations) {
        incarnation = incarnations;
    }

    long nextSession() {
        return (incarnation << SESSION_BITS) + ++sessions;
    }

    public long nextTask() {
        return (incarnation << SESSION_BITS) + ++tasks;
    }

    /** Whether this is the number of a task, of this incarnation or an earlier one. */
    public boolean isTask(long number) {
        return number > 0 && number <= (incarnation << SESSION_BITS) + tasks;
    }

    /** Leases and divisions of clients are counted from here in each phase. */
    public long base() {
        return incarnation << LEASE_BITS;
    }
}
