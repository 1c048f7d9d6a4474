package muster.workloads.target;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * A named part of an operation; {@link #label} is its timing in messages and SQL. There is one instance a label, with a
 * small ordinal, so that recorders index arrays by it. Stages of a server are named by the server.
 */
public final class Stage {
    /** Bounds what one run can record, whatever a server names; a bit each must fit into a long beside two timings. */
    public static final int MAX = 48;

    /** How the label of a stage begins that the server reported. */
    public static final String SERVER_PREFIX = "server.";

    private static final int LONGEST_NAME = 40;
    private static final ConcurrentMap<String, Stage> BY_LABEL = new ConcurrentHashMap<>();
    private static final Stage[] BY_ORDINAL = new Stage[MAX];
    private static int count;

    /** Waiting for a lease: part of response, never of service. */
    public static final Stage LEASE = of("lease");

    public static final Stage ACQUIRE = of("acquire");
    public static final Stage BEGIN = of("begin");
    public static final Stage EXECUTE = of("execute");
    public static final Stage COMMIT = of("commit");
    public static final Stage CONNECT = of("connect");
    public static final Stage TLS = of("tls");
    public static final Stage SEND = of("send");
    public static final Stage WAIT = of("wait");
    public static final Stage RECEIVE = of("receive");
    /** From before a stream was asked for until its first row was there. */
    public static final Stage FIRST_ROW = of("first_row");
    /** From before a stream was asked for until its last row was there. */
    public static final Stage ROWS = of("rows");

    private static final Stage OTHER = of(SERVER_PREFIX + "other");

    /** The stages that a client measures. */
    public static final List<Stage> OF_CLIENTS = List.of(
            LEASE, ACQUIRE, BEGIN, EXECUTE, COMMIT, CONNECT, TLS, SEND, WAIT, RECEIVE, FIRST_ROW, ROWS);

    private final String label;
    private final int ordinal;

    private Stage(String label, int ordinal) {
        this.label = label;
        this.ordinal = ordinal;
    }

    /** A stage that a server reported under this name; past {@link #MAX} different ones the rest are "server.other". */
    public static Stage server(String name) {
        return of(SERVER_PREFIX + (name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME)));
    }

    /** The stage with this ordinal. */
    public static Stage at(int ordinal) {
        return BY_ORDINAL[ordinal];
    }

    private static Stage of(String label) {
        Stage known = BY_LABEL.get(label);
        return known != null ? known : create(label);
    }

    private static synchronized Stage create(String label) {
        Stage known = BY_LABEL.get(label);
        if (known != null) {
            return known;
        }
        if (count == MAX) {
            return OTHER;
        }
        Stage stage = new Stage(label, count);
        BY_ORDINAL[count++] = stage;
        BY_LABEL.put(label, stage);
        return stage;
    }

    public String label() {
        return label;
    }

    public int ordinal() {
        return ordinal;
    }

    @Override
    public String toString() {
        return label;
    }
}
