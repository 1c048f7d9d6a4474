package muster.workloads.query;

import org.jspecify.annotations.Nullable;

/** Where the value of one parameter of a statement comes from. */
sealed interface Argument {

    /**
     * A column of a parameter of the plan.
     *
     * @param draw which of the operation's draws it is of: two columns of one draw come from one row
     */
    record Drawn(int draw, Source source, int column) implements Argument {}

    record Constant(@Nullable Object value) implements Argument {}
}
