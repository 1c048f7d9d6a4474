package muster.workloads.target;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How an operation ended. There is one instance a name, with a small ordinal, so that recorders index arrays by it.
 * Error classes are named by the target; past {@link #MAX} different ones the rest are counted as "other".
 */
public final class Outcome {
    /** Bounds what one run can record: an error class that carries an id would otherwise fill the memory. */
    public static final int MAX = 64;

    private static final ConcurrentMap<String, Outcome> BY_NAME = new ConcurrentHashMap<>();
    private static final AtomicInteger COUNT = new AtomicInteger();

    public static final Outcome OK = of("ok");
    /** What the operation was to act on is not there. */
    public static final Outcome ABSENT = of("absent");
    /** What the operation was to create is there already. */
    public static final Outcome DUPLICATE = of("duplicate");
    /** Ended by a person, or not finished within the drain limit. */
    public static final Outcome ABORTED = of("aborted");
    /** A commit whose answer was lost. */
    public static final Outcome UNKNOWN = of("unknown");

    private static final Outcome OTHER = of("other");

    private final String name;
    private final int ordinal;

    private Outcome(String name, int ordinal) {
        this.name = name;
        this.ordinal = ordinal;
    }

    public static Outcome of(String name) {
        Outcome known = BY_NAME.get(name);
        return known != null ? known : BY_NAME.computeIfAbsent(name, Outcome::create);
    }

    private static Outcome create(String name) {
        int ordinal = COUNT.getAndIncrement();
        return ordinal < MAX ? new Outcome(name, ordinal) : OTHER;
    }

    public String name() {
        return name;
    }

    public int ordinal() {
        return ordinal;
    }

    /** Whether it counts as a failed operation: absent and duplicate are answers, not errors. */
    public boolean error() {
        return this != OK && this != ABSENT && this != DUPLICATE;
    }

    @Override
    public String toString() {
        return name;
    }
}
