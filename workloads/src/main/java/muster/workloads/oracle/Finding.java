package muster.workloads.oracle;

/**
 * One comparison of the database with what it must hold.
 *
 * @param reason what is wrong, with an example; "" if it passed
 */
public record Finding(String name, String expected, String observed, boolean passed, String reason) {
    private static final int MAX = 300;

    static Finding of(String name, String expected, String observed, boolean passed, String reason) {
        return new Finding(name, shortened(expected), shortened(observed), passed, passed ? "" : shortened(reason));
    }

    /** The same under another name. */
    Finding named(String other) {
        return new Finding(other, expected, observed, passed, reason);
    }

    /** The same, whose reason ends with this if it did not pass. */
    Finding withReason(String end) {
        return passed ? this : new Finding(name, expected, observed, false, reason + end);
    }

    private static String shortened(String text) {
        return text.length() <= MAX ? text : text.substring(0, MAX - 3) + "...";
    }
}
