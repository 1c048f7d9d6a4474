package muster.model;

/**
 * The full name of an operation within a phase: "post", or "writers post" where the phase offers several loads. Neither names of
 * operations nor names of streams have a blank. A stream's name alone stands for all of its operations, and "" for all of the phase.
 */
public final class OperationName {
    private static final String BLANK = " ";

    private OperationName() {}

    /**
     * The name of an operation of a stream.
     *
     * @param stream "" for the only load of a phase
     */
    public static String of(String stream, String operation) {
        return stream.isEmpty() ? operation : operation.isEmpty() ? stream : stream + BLANK + operation;
    }

    /** The stream of the operation; "" where its phase offers one load. */
    public static String stream(String name) {
        return name.substring(0, Math.max(0, name.indexOf(BLANK)));
    }

    /** The name within its stream. */
    public static String withinStream(String name) {
        return name.substring(name.indexOf(BLANK) + 1);
    }

    /** Whether an operation is one of those that a name stands for. */
    public static boolean isOf(String operation, String name) {
        return name.isEmpty() || operation.equals(name) || operation.startsWith(name + BLANK);
    }
}
