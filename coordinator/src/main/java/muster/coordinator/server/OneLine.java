package muster.coordinator.server;

import java.util.regex.Pattern;

/** What a stranger sends may reach a log: without line breaks and escapes, and not at any length. */
final class OneLine {
    private static final int LONGEST = 1_000;
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private OneLine() {}

    static String of(String text) {
        String line = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
        return CONTROL.matcher(line).replaceAll(" ");
    }
}
