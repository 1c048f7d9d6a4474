package muster.targets.http.request;

import muster.workloads.target.AbortResult;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;

/** One client's way to the server; used by one thread at a time, except for {@link #abort}. */
public interface RequestSender extends AutoCloseable {
    /**
     * Sends a request and reads the whole answer. Reports stages and bytes.
     *
     * @return the status
     */
    int send(Request request, ResponseBody body, Probe probe) throws OperationFailure;

    /** Ends the request that is under way, as {@link muster.workloads.target.Session#abort} does. */
    AbortResult abort();

    /** Never throws. */
    @Override
    void close();
}
