package muster.cli;

/** Names come from plans and stores of anybody: a terminal would obey the control characters in them. */
final class Printable {
    private Printable() {}

    /** The text in one line, with a space for what is not to be shown: control characters and bidirectional overrides. */
    static String of(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]+", " ");
    }
}
