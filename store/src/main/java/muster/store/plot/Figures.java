package muster.store.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as people read them: three significant digits and a unit. Not a number is a dash. */
public final class Figures {
    private static final String NONE = "–";

    private Figures() {}

    /** A duration in nanoseconds: "41.6 ms". */
    public static String time(double ns) {
        double size = Math.abs(ns);
        return size >= 999.5e6
                ? number(ns / 1e9) + " s"
                : size >= 999.5e3
                        ? number(ns / 1e6) + " ms"
                        : size >= 999.5 ? number(ns / 1e3) + " µs" : withUnit(number(ns), "ns", ns);
    }

    private static String withUnit(String number, String unit, double value) {
        return Double.isNaN(value) || value == 0 ? number : number + " " + unit;
    }

    /** Thousands with commas, three significant digits below a thousand. */
    public static String number(double value) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        if (Math.abs(value) >= 999.5) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros();
        return rounded.abs().compareTo(new BigDecimal("0.0005")) < 0 && rounded.signum() != 0
                ? String.format(Locale.ROOT, "%.1e", value)
                : rounded.toPlainString();
    }

    /** Large numbers for ticks: "25 k", "1.5 M". */
    public static String shortNumber(double value) {
        double size = Math.abs(value);
        return size >= 1e9
                ? number(value / 1e9) + " G"
                : size >= 1e6 ? number(value / 1e6) + " M" : size >= 1e4 ? number(value / 1e3) + " k" : number(value);
    }

    /** Seconds since a start: "45 s", "2:30", "1:00:00". */
    public static String clock(double seconds) {
        long whole = Math.round(seconds);
        return whole >= 3_600
                ? String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3_600, whole / 60 % 60, whole % 60)
                : whole >= 60 ? String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60) : whole + " s";
    }

    public static String percent(double percent) {
        return withUnit(number(percent), "%", percent);
    }
}
