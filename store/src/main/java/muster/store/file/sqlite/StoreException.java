package muster.store.file.sqlite;

/** A store file that cannot be used; the message is one line that names the file, the cause and the cure. */
public final class StoreException extends RuntimeException {
    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Whether the disk had no place, or did not answer as it should: it may work again later. */
    public boolean full() {
        String text = String.valueOf(getMessage());
        return text.contains("SQLITE_FULL") || text.contains("SQLITE_IOERR");
    }
}
