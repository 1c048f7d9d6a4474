package muster.cli;

/** Which of the standard streams are a terminal; the launcher tells, as Java 21 cannot. */
final class Terminal {
    private static final String STREAMS = System.getProperty("muster.terminal", "");

    private Terminal() {}

    /** Somebody can type. */
    static boolean input() {
        return STREAMS.contains("0");
    }

    /** Progress may overwrite its own line on standard error. */
    static boolean errors() {
        return STREAMS.contains("2");
    }
}
