package muster.workloads.query;

import org.jspecify.annotations.Nullable;

/** Values that stand in a plan. */
final class Constants {
    private Constants() {}

    /** Every whole number as a Long. */
    static @Nullable Object of(@Nullable Object value) {
        return value instanceof Integer number ? Long.valueOf(number) : value;
    }
}
