package muster.cli.terminal;

import java.util.regex.Pattern;

/** Colours of verdicts: red for what must not be overlooked, green for what is well, yellow for what is open. */
final class VerdictColours {
    private static final Pattern BAD = Pattern.compile(
            "\\b(INVALID|MISSED|WRONG(?: ANSWERS)?|FAILED|NOTHING (?:MEASURED|FOUND)|IS NOT|thresholds missed|answers wrong)\\b|^failed\\b");
    private static final Pattern GOOD =
            Pattern.compile("\\bVALID\\b|\\bthresholds met\\b|\\banswers right\\b|^met\\b|: passed$");
    private static final Pattern OPEN = Pattern.compile("^warning\\b|\\bUNDECIDED\\b|^undecided\\b");

    private static final String RED = "31";
    private static final String GREEN = "32";
    private static final String YELLOW = "33";

    private VerdictColours() {}

    /** @param line printable text, without any colour */
    static String paint(String line) {
        return paint(paint(paint(line, BAD, RED), GOOD, GREEN), OPEN, YELLOW);
    }

    private static String paint(String line, Pattern words, String colour) {
        return words.matcher(line).replaceAll("\u001b[" + colour + "m$0\u001b[0m");
    }
}
