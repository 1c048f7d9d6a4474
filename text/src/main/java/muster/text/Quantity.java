package muster.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * The one way in which figures are written for people: three significant digits, a unit, and never an exponent. A value is
 * rounded first, and gets its unit then: 999.9 us are 1.00 ms. What is not a finite number is a dash.
 */
public final class Quantity {
    /** Where there is no figure. */
    public static final String NONE = "-";

    private static final MathContext THREE = new MathContext(3, RoundingMode.HALF_UP);
    /** Of values below 1 in their smallest unit. */
    private static final int MIN_DECIMALS = 3;

    /** What is rounded to 10.0 has one decimal. */
    private static final double MAX_DECIMAL = 9.995;

    private static final String[] DURATIONS = {" ns", " us", " ms", " s"};
    private static final String[] RATES = {"/s", " k/s", " M/s", " G/s"};
    private static final String[] MULTIPLES = {"", " k", " M", " G"};

    private Quantity() {}

    /** Of nanoseconds: "83.0 ns", "1.24 ms", "1,234 s". */
    public static String duration(double ns) {
        return scaled(ns, DURATIONS, false);
    }

    /** Of nanoseconds that are round, such as those of an axis: "1 ms", "50 us". */
    public static String tick(double ns) {
        return scaled(ns, DURATIONS, true);
    }

    /** Of a number a second: "312/s", "31.2 k/s", "7.51 M/s". */
    public static String rate(double perS) {
        return scaled(perS, RATES, false);
    }

    /** Of a number that was measured, in a column whose title has the unit: "312", "31.2 k", "7.51 M". */
    public static String figure(double value) {
        return scaled(value, MULTIPLES, false);
    }

    /** A number that is round, such as those of an axis: "400", "25 k", "1.5 M". */
    public static String compact(double value) {
        return Math.abs(value) < 1_000 ? number(value) : scaled(value, MULTIPLES, true);
    }

    /** Whole with commas from a thousand on, three significant digits below, none of them a zero at the end. */
    public static String number(double value) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        BigDecimal rounded = new BigDecimal(value).round(THREE);
        return rounded.abs().compareTo(BigDecimal.valueOf(1_000)) >= 0 ? whole(value) : plain(rounded);
    }

    /** Of a number that is known to be no higher: "at most 1,234", and "0", which is exact. */
    public static String atMost(double bound) {
        return bound > 0 ? "at most " + number(bound) : number(bound);
    }

    /** Of per cent: "0.1 %", "12.5 %". */
    public static String percent(double percent) {
        return Double.isFinite(percent) ? number(percent) + " %" : NONE;
    }

    /** Of one value to another, with three decimals: "0.981". */
    public static String ratio(double ratio) {
        return decimals(ratio, "%.3f");
    }

    /** The same where the two are meant to be alike: "0.9981". */
    public static String fineRatio(double ratio) {
        return decimals(ratio, "%.4f");
    }

    /** So many times as much or as long, with three digits, or two decimals below 1: "0.97", "2.31", "23.1", "1,234". */
    public static String times(double factor) {
        return Math.abs(factor) < MAX_DECIMAL ? decimals(factor, "%.2f") : scaled(factor, new String[] {""}, false);
    }

    private static String decimals(double value, String form) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, form, value) : NONE;
    }

    /** Seconds since a start: "45 s", "2:30", "1:00:00". */
    public static String clock(double seconds) {
        long whole = Math.round(seconds);
        return whole >= 3_600
                ? String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3_600, whole / 60 % 60, whole % 60)
                : whole >= 60 ? String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60) : whole + " s";
    }

    /** @param units each a thousand times the one before */
    private static String scaled(double value, String[] units, boolean round) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        BigDecimal rounded = new BigDecimal(value).round(THREE);
        int unit = Math.clamp(Math.floorDiv(digits(rounded) - 1, 3), 0, units.length - 1);
        BigDecimal inUnit = rounded.movePointLeft(3 * unit);
        if (digits(inUnit) > 3) {
            return whole(value / Math.pow(1_000, unit)) + units[unit];
        }
        return (round ? plain(inUnit) : inUnit.signum() == 0 ? "0" : fixed(inUnit)) + units[unit];
    }

    /** Digits before the decimal point; 0 or less for values below 1. */
    private static int digits(BigDecimal value) {
        return value.signum() == 0 ? 1 : value.precision() - value.scale();
    }

    private static String fixed(BigDecimal value) {
        int decimals = digits(value) < 1 ? MIN_DECIMALS : THREE.getPrecision() - digits(value);
        return value.setScale(decimals, RoundingMode.HALF_UP).toPlainString();
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    /** Such as "1 step", "2 steps". */
    public static String count(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
