package muster.coordinator.core.bounds;

import org.jspecify.annotations.Nullable;

/** Compares the figures of a message with their bounds, and keeps the first that is outside as one line with its field. */
public final class FieldCheck {
    /** More than a worker can count between two snapshots; thousands of them still add up to less than 63 bits. */
    public static final long MAX_COUNT = 1L << 42;

    /** 36 years: more than the idle time of all cores since a host was started; four peers that claim it add up to 63 bits. */
    static final long MAX_TIME_NS = 1L << 60;

    /** Clocks that differ by less may have been read wrongly, which makes a run invalid; no honest one differs by more. */
    public static final long MAX_AHEAD_NS = 3_600_000_000_000L;

    /** A message may be read long after it was sent, where a machine was suspended. */
    static final long MAX_BEHIND_NS = 7 * 24 * MAX_AHEAD_NS;

    private @Nullable String wrong;

    /** A count of things. */
    public FieldCheck count(String field, long value) {
        return within(field, value, 0, MAX_COUNT);
    }

    /** A time span or a sum of them. */
    public FieldCheck time(String field, long ns) {
        return within(field, ns, 0, MAX_TIME_NS);
    }

    public FieldCheck within(String field, long value, long least, long most) {
        if (wrong == null && (value < least || value > most)) {
            wrong = field + " is " + value + ", outside " + least + " to " + most;
        }
        return this;
    }

    /** A measured quantity. */
    public FieldCheck finite(String field, double value, double most) {
        boolean sound = value >= 0 && value <= most;
        return require(sound, field, value);
    }

    public FieldCheck require(boolean sound, String field, Object value) {
        if (wrong == null && !sound) {
            wrong = field + " is " + value;
        }
        return this;
    }

    /** One line that names the first field outside its bounds; null if there is none. */
    public @Nullable String wrong() {
        return wrong;
    }
}
