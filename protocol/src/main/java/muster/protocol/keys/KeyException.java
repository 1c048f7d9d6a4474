package muster.protocol.keys;

/** A key file is missing, damaged, or readable by others; the message is one line with cause and cure. */
public final class KeyException extends RuntimeException {
    public KeyException(String message) {
        super(message);
    }
}
