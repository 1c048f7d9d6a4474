package muster.store.table;

/** Names come from plans and files of anybody: a terminal would obey the control characters in them. */
public final class Printable {
    private Printable() {}

    /** The text in one line, with a space for what is not to be shown: control and formatting characters. */
    public static String line(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]+", " ");
    }

    /** The same of each line of a text. */
    public static String lines(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029&&[^\\n]]+", " ");
    }
}
