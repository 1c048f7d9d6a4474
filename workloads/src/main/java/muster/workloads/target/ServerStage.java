package muster.workloads.target;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * A part of an operation that the server measured and reported, under its own name; {@link #label} is its timing in
 * messages and SQL. There is one instance a name, with a small ordinal, so that recorders index arrays by it.
 */
public final class ServerStage {
    /** Bounds what one run can record, whatever servers name: past it the rest are "server.other". */
    public static final int MAX = 32;

    private static final int MAX_NAME = 40;
    private static final ConcurrentMap<String, ServerStage> BY_NAME = new ConcurrentHashMap<>();
    private static final ServerStage[] BY_ORDINAL = new ServerStage[MAX];
    private static final ServerStage OTHER = of("other");
    /** All of the operation, where the server names no parts: "server". */
    public static final ServerStage WHOLE = of("");

    private final String label;
    private final int ordinal;

    private ServerStage(String label, int ordinal) {
        this.label = label;
        this.ordinal = ordinal;
    }

    public static ServerStage of(String name) {
        ServerStage known = BY_NAME.get(name);
        return known != null ? known : create(name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME));
    }

    private static synchronized ServerStage create(String name) {
        int ordinal = BY_NAME.size();
        ServerStage known = BY_NAME.get(name);
        if (known != null || ordinal == MAX) {
            return known != null ? known : OTHER;
        }
        ServerStage created = new ServerStage(name.isEmpty() ? "server" : "server." + name, ordinal);
        BY_ORDINAL[ordinal] = created;
        BY_NAME.put(name, created);
        return created;
    }

    /** The one with this ordinal. */
    public static ServerStage at(int ordinal) {
        return BY_ORDINAL[ordinal];
    }

    /** "server." and the name, or "server" for the whole. */
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
