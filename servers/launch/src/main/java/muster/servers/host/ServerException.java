package muster.servers.host;

/** A server could not be fetched, started or stopped; the message says what, why and what to do. */
public class ServerException extends RuntimeException {
    public ServerException(String message) {
        super(message);
    }

    public ServerException(String message, Throwable cause) {
        super(message, cause);
    }
}
