package muster.servers.host;

/** What the caller asked for cannot be done at all, such as an unknown server or a folder that is not Muster's. */
public final class BadServerArgument extends ServerException {
    public BadServerArgument(String message) {
        super(message);
    }
}
