package muster.workloads.target;

/** The target cannot be used: not reached, refused, not supported. The message is one line with the address and the cause. */
public final class TargetException extends Exception {
    public TargetException(String message) {
        super(message);
    }

    public TargetException(String message, Throwable cause) {
        super(message, cause);
    }
}
