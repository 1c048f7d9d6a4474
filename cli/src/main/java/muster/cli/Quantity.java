package muster.cli;

import java.util.Locale;

/** Figures for people: three or four digits and a unit. */
final class Quantity {
    private Quantity() {}

    /** A second: "7.51 M/s", "312/s". */
    static String rate(double perS) {
        double absolute = Math.abs(perS);
        if (!Double.isFinite(perS)) {
            return "-";
        }
        if (absolute >= 1e6) {
            return String.format(Locale.ROOT, "%.2f M/s", perS / 1e6);
        }
        return absolute >= 1e4
                ? String.format(Locale.ROOT, "%.1f k/s", perS / 1e3)
                : String.format(Locale.ROOT, absolute >= 100 ? "%.0f/s" : "%.1f/s", perS);
    }

    /** A duration: "83.0 ns", "1.24 ms". */
    static String time(double ns) {
        double absolute = Math.abs(ns);
        if (!Double.isFinite(ns)) {
            return "-";
        }
        if (absolute < 1e3) {
            return digits(ns) + " ns";
        }
        if (absolute < 1e6) {
            return digits(ns / 1e3) + " us";
        }
        return absolute < 1e9 ? digits(ns / 1e6) + " ms" : digits(ns / 1e9) + " s";
    }

    /** Three digits, none of them an exponent. */
    private static String digits(double value) {
        double absolute = Math.abs(value);
        String format = absolute >= 99.95 ? "%.0f" : absolute >= 9.995 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, value);
    }
}
