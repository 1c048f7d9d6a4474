package muster.workloads.data;

/**
 * A log of events in the order of its file. Users are numbered by first appearance; {@code others[i]} is the user that
 * is followed or no longer followed, -1 for a status update.
 */
public record EventLog(String[] names, Event[] events, int[] users, int[] others) {
    public int size() {
        return events.length;
    }

    /** The second column of the log. */
    public enum Event {
        /** A: add a follow. */
        FOLLOW,
        /** R: remove a follow. */
        UNFOLLOW,
        /** U: a status update. */
        UPDATE
    }
}
