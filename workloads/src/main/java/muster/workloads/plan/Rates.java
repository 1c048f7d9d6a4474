package muster.workloads.plan;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.workloads.plan.PhaseSpec.Rate;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.profile.Level;

/** Rates as text: "1000/s", "60/m", "0.5/s", "3/10s"; a plain number is a second's. */
final class Rates {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?) ?/ ?(\\d{0,6}) ?(ns|us|ms|s|m|h)");
    /** More than one arrival a nanosecond cannot be told apart. */
    private static final long MAX_PER_SECOND = 1_000_000_000;

    private static final BigDecimal MAX_PERIOD = BigDecimal.valueOf(Long.MAX_VALUE);

    private Rates() {}

    static Optional<Rate> find(Tree tree, boolean poisson) {
        return switch (tree) {
            case Tree.Leaf leaf when leaf.value() instanceof String text -> parse(text.strip(), poisson);
            case Tree.Leaf leaf when leaf.value() instanceof Number number -> parse(number + "/s", poisson);
            default -> Optional.empty();
        };
    }

    /** Heights of a profile: rates, and 0. */
    static final Level.Reader LEVELS = new Level.Reader() {
        @Override
        public Optional<Level> find(Tree tree) {
            return Rates.find(tree, false).map(Rates::level).or(() -> none(tree));
        }

        @Override
        public String right() {
            return "a number and a time, such as 1000/s or 60/m, at most " + MAX_PER_SECOND + "/s and not below 0";
        }
    };

    private static final Pattern NONE = Pattern.compile("0+(?:\\.0+)? ?/ ?\\d{0,6} ?(?:ns|us|ms|s|m|h)");

    private static Level level(Rate rate) {
        BigInteger twice = BigInteger.valueOf(rate.arrivals())
                .multiply(BigInteger.TEN.pow(18))
                .shiftLeft(1);
        BigInteger period = BigInteger.valueOf(rate.periodNs());
        return new Level(
                format(rate), twice.add(period).divide(period.shiftLeft(1)).longValueExact());
    }

    private static Optional<Level> none(Tree tree) {
        boolean none = tree instanceof Tree.Leaf leaf
                && (leaf.value() instanceof Number number
                        ? number.doubleValue() == 0
                        : NONE.matcher(leaf.value().toString().strip()).matches());
        return none ? Optional.of(new Level("0/s", 0)) : Optional.empty();
    }

    /** The text that gives the same rate again. */
    static String format(Rate rate) {
        String period = Durations.format(rate.periodNs());
        return rate.arrivals() + "/" + (period.matches("1\\D+") ? period.substring(1) : period);
    }

    private static Optional<Rate> parse(String text, boolean poisson) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        BigDecimal arrivals = new BigDecimal(matcher.group(1));
        long periods = matcher.group(2).isEmpty() ? 1 : Long.parseLong(matcher.group(2));
        BigDecimal period =
                BigDecimal.valueOf(Durations.nanos(matcher.group(3))).multiply(BigDecimal.valueOf(periods));
        return exact(arrivals, period, poisson);
    }

    /** Half an arrival a second is one in two: the decimal point moves into the period. */
    private static Optional<Rate> exact(BigDecimal arrivals, BigDecimal period, boolean poisson) {
        BigDecimal plain = arrivals.stripTrailingZeros();
        int places = Math.max(0, plain.scale());
        long count = plain.scaleByPowerOfTen(places).longValueExact();
        BigDecimal length = period.scaleByPowerOfTen(places);
        boolean fits = count > 0 && length.signum() > 0 && length.compareTo(MAX_PERIOD) <= 0;
        boolean slow = fits && (double) count / length.doubleValue() * 1e9 <= MAX_PER_SECOND;
        return slow ? Optional.of(new Rate(count, length.longValueExact(), poisson)) : Optional.empty();
    }
}
