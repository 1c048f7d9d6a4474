package muster.workloads.operation;

/** Every kind of operation that a sample can be of; {@link #label} is its name in plans, messages and SQL. */
public enum OperationKind {
    NOOP(0, "noop"),
    LOAD_USER(1, "loadUser"),
    LOAD_FOLLOWS(2, "loadFollows"),
    LOAD_CHAIN(3, "loadChain"),
    ADD_USER(4, "addUser"),
    FOLLOW(5, "follow"),
    UNFOLLOW(6, "unfollow"),
    POST(7, "post"),
    FEED(8, "feed"),
    INSERT_VERTICES(9, "insertVertices"),
    INSERT_EDGES(10, "insertEdges"),
    /** Not an operation of a workload: the sample of a whole transaction of several actions. */
    TRANSACTION(11, "transaction"),
    PROJECT_GRAPH(12, "projectGraph"),
    READ_PARTITION(13, "readPartition"),
    CREATE_SCHEMA(20, "createSchema"),
    LOAD_NODES(21, "loadNodes"),
    LOAD_EDGES(22, "loadEdges");

    private final int code;
    private final String label;

    OperationKind(int code, String label) {
        this.code = code;
        this.label = label;
    }

    /** A small number that enters digests: it never changes, in any language. */
    public int code() {
        return code;
    }

    public String label() {
        return label;
    }
}
