package muster.statistics;

import java.util.function.IntToDoubleFunction;

/**
 * What a ratio of B by A says, in plain words.
 *
 * @param text such as "B is 4.0 % to 9.1 % faster", or "undecided (-3.0 % .. +6.2 %), needs about 5 more trials a side"
 * @param kind what is shown
 * @param moreTrials of each side that would decide it with 80 % power, about; 0 where it is decided, -1 where no number
 *     would
 */
public record Change(String text, Kind kind, int moreTrials) {
    /** What is shown of B. */
    public enum Kind {
        BETTER,
        WORSE,
        SAME,
        UNDECIDED,
        UNKNOWN
    }

    /** How a figure that is higher, or lower, is called. */
    public enum Sense {
        /** As throughput: higher is better. */
        RATE("faster", "slower"),
        /** As latency: lower is better. */
        TIME("slower", "faster");

        private final String higher;
        private final String lower;

        Sense(String higher, String lower) {
            this.higher = higher;
            this.lower = lower;
        }
    }

    /**
     * Judges B by A. With fewer than three trials on a side nothing is decided: what differs between two runs is then not
     * known to be more than what differs from run to run.
     *
     * @param trials of the side with fewer
     */
    public static Change of(Estimate a, Estimate b, Sense sense, int trials) {
        Interval ratio = b.by(a);
        if (!ratio.bounded()) {
            return new Change(unknown(a, b), Kind.UNKNOWN, 0);
        }
        if (trials < Gate.MIN_TRIALS) {
            String text = undecided(ratio) + ", needs " + Gate.MIN_TRIALS + " trials a side";
            return new Change(text, Kind.UNDECIDED, Gate.MIN_TRIALS - trials);
        }
        if (ratio.farthestFromOne() <= Power.SMALL) {
            String most = Percent.of(Math.max(ratio.high() - 1, 1 - ratio.low()));
            return new Change("no difference to speak of: at most " + most, Kind.SAME, 0);
        }
        if (!ratio.contains(1)) {
            return shown(ratio, sense);
        }
        int more = moreTrials(a, b, Math.abs(Math.log(ratio.estimate())), trials);
        return new Change(undecided(ratio) + ", " + wanted(more), Kind.UNDECIDED, more);
    }

    private static String unknown(Estimate a, Estimate b) {
        boolean both = a.value() > 0 && b.value() > 0;
        return both ? "no interval: too few seconds and trials" : "unknown: too few samples";
    }

    private static String undecided(Interval ratio) {
        return "undecided (" + Percent.signed(ratio.low() - 1) + " .. " + Percent.signed(ratio.high() - 1) + ")";
    }

    private static Change shown(Interval ratio, Sense sense) {
        boolean higher = ratio.low() > 1;
        double one = Math.abs(ratio.low() - 1);
        double other = Math.abs(ratio.high() - 1);
        String range = Percent.of(Math.min(one, other)) + " to " + Percent.of(Math.max(one, other));
        Kind kind = higher == (sense == Sense.RATE) ? Kind.BETTER : Kind.WORSE;
        return new Change("B is " + range + " " + (higher ? sense.higher : sense.lower), kind, 0);
    }

    private static String wanted(int more) {
        return switch (more) {
            case -1 -> "no number of trials would decide it";
            case 1 -> "needs about 1 more trial a side (80 % power)";
            default -> "needs about " + more + " more trials a side (80 % power)";
        };
    }

    private static int moreTrials(Estimate a, Estimate b, double effect, int trials) {
        IntToDoubleFunction times = more -> (trials + more) / (double) trials;
        return Power.moreTrials(
                effect,
                more -> b.times(times.applyAsDouble(more)).errorWith(a.times(times.applyAsDouble(more))),
                more -> b.times(times.applyAsDouble(more)).freedomWith(a.times(times.applyAsDouble(more))));
    }
}
