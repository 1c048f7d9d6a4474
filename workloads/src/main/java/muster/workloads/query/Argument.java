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

    /** The operation's own {@link NewIds#at id}. */
    record New() implements Argument {}

    /**
     * The id of what an earlier operation {@link NewIds#created created}.
     *
     * @param action the number of that operation
     * @param digest of the name of the parameter
     * @param otherwise while there is none
     */
    record Created(int action, long digest, Argument otherwise) implements Argument {}

    record Constant(@Nullable Object value) implements Argument {}
}
