package muster.store;

/** Prints answers: aligned for people, CSV and JSON for programs. */
@SuppressWarnings("DoNotCallSuggester")
public final class TableText {
    private TableText() {}

    public enum Format {
        ALIGNED,
        CSV,
        JSON
    }

    public static void print(Table table, Format format, Appendable out) {
        throw new UnsupportedOperationException(table.toString() + format + out);
    }

    /** Prints while rows arrive; aligned output needs them all and waits for the end. */
    public static RowSink sink(Format format, Appendable out) {
        throw new UnsupportedOperationException(format.toString() + out);
    }
}
