package muster.model;

import java.util.Arrays;
import java.util.Locale;

/** What a check is about. */
public enum CheckKind {
    /** Did the database do what was asked? */
    THRESHOLD,
    /** Could the load generator be trusted? */
    VALIDITY,
    /** Did the database answer correctly? */
    ORACLE,
    /** Worth knowing; decides nothing. */
    WARNING,
    /** A figure that is kept; decides nothing, and has always passed. */
    FACT,
    /** What limited a phase, in a sentence; decides nothing, and has always passed. */
    FINDING;

    /** As it is stored. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The kind of that label; what an unknown one says is a warning. */
    public static CheckKind of(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElse(WARNING);
    }

    public boolean is(CheckRow row) {
        return row.kind().equals(label());
    }
}
