package muster.workloads.plan.language;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** Numbers and durations of a {@link Tree}, and the text of a range of them. */
public final class Numbers {
    private static final double EXACT = 1L << 53;

    private Numbers() {}

    /** A whole number; 1e6 is one too. */
    public static Optional<Long> whole(Tree tree) {
        return Trees.leaf(tree, Long.class)
                .or(() -> Trees.leaf(tree, Double.class)
                        .filter(value -> value == Math.rint(value) && Math.abs(value) <= EXACT)
                        .map(Double::longValue));
    }

    static Optional<Double> number(Tree tree) {
        return Trees.leaf(tree, Number.class).map(Number::doubleValue);
    }

    /** A number and a unit; 0 needs none. */
    static Optional<Duration> duration(Tree tree) {
        Optional<Long> zero = Trees.leaf(tree, Long.class).filter(value -> value == 0);
        return zero.or(() -> Trees.leaf(tree, String.class).flatMap(Durations::find))
                .map(Duration::ofNanos);
    }

    public static Optional<BigDecimal> decimal(Tree tree) {
        return Trees.leaf(tree, Number.class).map(value -> new BigDecimal(value.toString()));
    }

    static String range(long least, long most) {
        return most == Long.MAX_VALUE ? " of at least " + least : " from " + least + " to " + most;
    }

    static String range(double least, double most) {
        if (least == -Double.MAX_VALUE) {
            return "";
        }
        return most == Double.MAX_VALUE
                ? " of at least " + plain(least)
                : " from " + plain(least) + " to " + plain(most);
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
