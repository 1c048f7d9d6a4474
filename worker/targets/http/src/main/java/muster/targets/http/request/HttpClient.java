package muster.targets.http.request;

import muster.workloads.target.TargetException;

/** A server that was reached, by one version of HTTP; shared by all clients of a worker. */
public interface HttpClient extends AutoCloseable {
    /** A way for one more client, with its connection open where it has one of its own. */
    RequestSender sender() throws TargetException;

    /** What the server said that it is, in header Server; empty if it did not. */
    String server();

    /** What this client is, with its version. */
    String name();

    @Override
    void close();
}
