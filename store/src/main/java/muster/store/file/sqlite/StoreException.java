package muster.store.file.sqlite;

import java.util.List;

/** A store file that cannot be used; the message is one line that names the file, the cause and the cure. */
public final class StoreException extends RuntimeException {
    private static final List<String> PASSING = List.of(
            "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_READONLY", "SQLITE_CANTOPEN");

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Whether the disk refused: no fault of who named the file. */
    public boolean isOfDisk() {
        String text = String.valueOf(getMessage());
        return text.contains("SQLITE_FULL") || text.contains("SQLITE_IOERR");
    }

    /** Whether it may work again later: the disk is full or does not answer as it should, or another process locks the file. */
    public boolean passes() {
        String text = String.valueOf(getMessage());
        return PASSING.stream().anyMatch(text::contains);
    }
}
