package muster.workloads.target;

/**
 * The result of an attempt to end an operation from outside.
 *
 * @param message one line: what the database reported, or why nothing was done
 */
public record AbortResult(State state, String message) {
    /** How certain it is. */
    public enum State {
        /** The database was asked afterwards, and has ended it. */
        CONFIRMED,
        /** Nobody waits for it any more; whether the server works on it is not known. */
        UNCONFIRMED,
        /** It goes on: the target cannot end it, or did not. */
        RUNNING
    }

    public static AbortResult confirmed(String message) {
        return new AbortResult(State.CONFIRMED, message);
    }

    public static AbortResult unconfirmed(String message) {
        return new AbortResult(State.UNCONFIRMED, message);
    }

    public static AbortResult running(String why) {
        return new AbortResult(State.RUNNING, why);
    }
}
