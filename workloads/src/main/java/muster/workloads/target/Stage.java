package muster.workloads.target;

/** A named part of an operation; {@link #label} is its timing in messages and SQL. */
public enum Stage {
    /** Waiting for a lease: part of response, never of service. */
    LEASE("lease"),
    ACQUIRE("acquire"),
    BEGIN("begin"),
    EXECUTE("execute"),
    COMMIT("commit"),
    CONNECT("connect"),
    TLS("tls"),
    SEND("send"),
    WAIT("wait"),
    RECEIVE("receive"),
    /** From before a stream was asked for until its first row was there. */
    FIRST_ROW("first_row"),
    /** From before a stream was asked for until its last row was there. */
    ROWS("rows"),
    /** What the server itself says that it took: the rest of the wait is the network and its queues. */
    SERVER("server");

    private final String label;

    Stage(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
