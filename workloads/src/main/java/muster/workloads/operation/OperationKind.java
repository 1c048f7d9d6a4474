package muster.workloads.operation;

import java.util.ArrayList;
import java.util.List;

/**
 * Every kind of operation that a sample can be of; {@link #label} is its name in plans, messages and SQL. Muster's own
 * kinds are constants; those of workload "query" bear the names that its plan gives them. There is one instance a kind
 * within a plan, so that they can be compared by identity.
 */
public final class OperationKind {
    private static final List<OperationKind> BUILT_IN = new ArrayList<>();

    public static final OperationKind NOOP = builtIn(0, "noop");
    public static final OperationKind LOAD_USER = builtIn(1, "loadUser");
    public static final OperationKind LOAD_FOLLOWS = builtIn(2, "loadFollows");
    public static final OperationKind LOAD_CHAIN = builtIn(3, "loadChain");
    public static final OperationKind ADD_USER = builtIn(4, "addUser");
    public static final OperationKind FOLLOW = builtIn(5, "follow");
    public static final OperationKind UNFOLLOW = builtIn(6, "unfollow");
    public static final OperationKind POST = builtIn(7, "post");
    public static final OperationKind FEED = builtIn(8, "feed");
    public static final OperationKind INSERT_VERTICES = builtIn(9, "insertVertices");
    public static final OperationKind INSERT_EDGES = builtIn(10, "insertEdges");
    /** Not an operation of a workload: the sample of a whole transaction of several actions. */
    public static final OperationKind TRANSACTION = builtIn(11, "transaction");

    public static final OperationKind PROJECT_GRAPH = builtIn(12, "projectGraph");
    public static final OperationKind READ_PARTITION = builtIn(13, "readPartition");
    public static final OperationKind EMBED_NODES = builtIn(14, "embedNodes");

    public static final OperationKind CREATE_SCHEMA = builtIn(20, "createSchema");
    public static final OperationKind LOAD_NODES = builtIn(21, "loadNodes");
    public static final OperationKind LOAD_EDGES = builtIn(22, "loadEdges");

    /** Codes of named kinds begin here, so that Muster's own can grow. */
    public static final int FIRST_NAMED = 64;

    /** How many operations a plan can name. */
    public static final int MAX_NAMED = 64;

    /** Every code is below this. */
    public static final int CODES = FIRST_NAMED + MAX_NAMED;

    /** In the name of a step, after that of its journey. */
    static final char STEP_MARK = '.';

    private final int code;
    private final String label;
    private final boolean step;

    private OperationKind(int code, String label) {
        this.code = code;
        this.label = label;
        this.step = label.indexOf(STEP_MARK) >= 0;
    }

    private static OperationKind builtIn(int code, String label) {
        OperationKind kind = new OperationKind(code, label);
        BUILT_IN.add(kind);
        return kind;
    }

    /**
     * A kind that a plan names.
     *
     * @param number of it among those of the plan, 0 to {@link #MAX_NAMED} - 1
     */
    public static OperationKind named(int number, String label) {
        if (number < 0 || number >= MAX_NAMED) {
            throw new IllegalArgumentException(number + " is no number of a named operation");
        }
        return new OperationKind(FIRST_NAMED + number, label);
    }

    /**
     * The kind of a journey's step.
     *
     * @param number of it among those of the plan, as of operations
     */
    public static OperationKind step(int number, String journey, String step) {
        return named(number, journey + STEP_MARK + step);
    }

    /** Whether it is a step of a journey: a part of an operation, which is counted itself. */
    public boolean isStep() {
        return step;
    }

    /** Whether each covered index is one of these: not the parts of an operation, nor what holds several. */
    public boolean isCounted() {
        return !step && this != TRANSACTION;
    }

    /** Muster's own, in the order of their codes. */
    public static List<OperationKind> builtIn() {
        return List.copyOf(BUILT_IN);
    }

    /**
     * A small number, by which recorders index arrays. Those of Muster's own kinds enter digests and never change, in any
     * language; that of a named kind depends on its place in the plan.
     */
    public int code() {
        return code;
    }

    public String label() {
        return label;
    }

    @Override
    public String toString() {
        return label;
    }
}
