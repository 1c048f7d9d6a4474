package muster.statistics;

import java.util.Locale;

/** Shares as people read them. */
public final class Percent {
    /** Beyond it digits say nothing but that little is known. */
    private static final double MAX = 100;

    private Percent() {}

    /** "4.1 %", or "0.02 %" for a small one. */
    public static String of(double share) {
        return number(share, "");
    }

    /** The same with its sign: "-4.1 %". */
    public static String signed(double share) {
        return number(share, "+");
    }

    private static String number(double share, String flag) {
        if (share > MAX) {
            return "more than " + String.format(Locale.ROOT, "%" + flag + ".0f", 100 * MAX) + " %";
        }
        boolean tiny = Math.abs(share) < 0.00095;
        return String.format(Locale.ROOT, "%" + flag + (tiny ? ".2f" : ".1f"), 100 * share) + " %";
    }
}
