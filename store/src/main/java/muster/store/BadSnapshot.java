package muster.store;

/** A report that contradicts itself or cannot be decoded; the message says in one line which part and why. */
public final class BadSnapshot extends RuntimeException {
    public BadSnapshot(String message) {
        super(message);
    }
}
