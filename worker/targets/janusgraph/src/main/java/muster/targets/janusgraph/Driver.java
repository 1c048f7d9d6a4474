package muster.targets.janusgraph;

/** The way to one server, which all its connections share. */
interface Driver extends AutoCloseable {
    /** A connection that is opened with its first request. */
    Connection connection();

    /** Of the client library. */
    String version();

    @Override
    void close();
}
