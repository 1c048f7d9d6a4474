package muster.store;

/** A store file that cannot be used; the message is one line that names the file, the cause and the cure. */
public final class StoreException extends RuntimeException {
    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
