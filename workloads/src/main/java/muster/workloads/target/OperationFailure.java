package muster.workloads.target;

/** A transaction that failed: a counted outcome, not a fault of Muster's. Carries no stack trace: it may be frequent. */
public final class OperationFailure extends Exception {
    private final String errorClass;
    private final Kind kind;

    /**
     * Makes a failure of one operation.
     *
     * @param errorClass short and bounded in number: a code of the server or the simple name of an exception
     */
    public OperationFailure(Kind kind, String errorClass, String message) {
        super(message, null, false, false);
        this.kind = kind;
        this.errorClass = errorClass;
    }

    public Kind kind() {
        return kind;
    }

    public String errorClass() {
        return errorClass;
    }

    /** What may be done about it. */
    public enum Kind {
        /** Nothing was changed, and another attempt may succeed: a deadlock, a refused connection. */
        TRANSIENT,
        /** Another attempt would fail the same way. */
        PERMANENT,
        /** A commit whose answer was lost: it may have happened. */
        UNKNOWN
    }
}
