package muster.store.file.histogram;

/** A report that contradicts itself or cannot be decoded; the message says in one line which part and why. */
public final class InvalidSnapshotException extends RuntimeException {
    public InvalidSnapshotException(String message) {
        super(message);
    }
}
