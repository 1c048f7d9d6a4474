package muster.targets.janusgraph.connection;

/** The way to one server, which all its connections share. */
public interface Driver extends AutoCloseable {
    /** A connection that is opened with its first request; the server never interrupts its scripts. */
    default Connection connection() {
        return connection(false);
    }

    /**
     * A connection that is opened with its first request.
     *
     * @param interrupting whether the server may interrupt a script whose time is up, which not every storage survives
     */
    Connection connection(boolean interrupting);

    /** Of the client library. */
    String version();

    @Override
    void close();
}
