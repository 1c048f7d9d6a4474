package muster.experiments.turns;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import muster.model.OutcomeCounts;
import muster.statistics.Gate;
import muster.statistics.Interval;
import muster.statistics.Paired;
import org.jspecify.annotations.Nullable;

/**
 * Two arms that took turns: the unit is the restart, whose ratio is a trimmed mean over its blocks. Intervals are
 * Student's over restarts, {@value #WIDENING} times as wide, so that they hold the truth in 95 of 100 comparisons although
 * each ends as soon as it is precise enough (docs/decisions/0048-comparisons.md). Arms that share a database have each range of
 * keys in turn, and what a range is worth is left out once each was met in {@value #MIN_OF_A_RANGE} restarts.
 *
 * @param base name of the arm that the other is divided by
 * @param figures by name: throughput, cpu_per_operation, server_cpu_per_operation, p50, p99, p999
 */
public record InterleavedComparison(List<Restart> restarts, String base, String arm, Map<String, Paired> figures) {
    /** With fewer, nothing is decided: their spread is not known well enough to stop by it. */
    public static final int MIN_RESTARTS = 5;

    static final double WIDENING = 1.15;

    /** With fewer, no arm is called the faster one (docs/semantics.md rule 26). */
    static final int MIN_DIFFERENT = 3;

    /** With fewer, leaving ranges of keys out takes too many degrees of freedom. */
    private static final int MIN_OF_A_RANGE = 3;

    static final String THROUGHPUT = "throughput";
    static final String CLIENT_CPU = "cpu_per_operation";

    /** The processor time of the server an operation: unknown of servers elsewhere. */
    public static final String SERVER_CPU = "server_cpu_per_operation";

    private static final Map<String, Figure> FIGURES = kinds();

    /** By chance met in two of a thousand comparisons of three restarts. */
    private static final int OF_DIFFERENCE = 5;

    public static InterleavedComparison of(List<Restart> restarts, String base, String arm) {
        InterleavedComparison comparison = none(base, arm);
        for (Restart restart : restarts) {
            comparison = comparison.with(restart);
        }
        return comparison;
    }

    private static Map<String, Figure> kinds() {
        Map<String, Figure> figures = new LinkedHashMap<>();
        figures.put(THROUGHPUT, Figure.ofTurns(Restart::perS));
        figures.put(CLIENT_CPU, Figure.ofTurns(Restart::cpuNs));
        figures.put(SERVER_CPU, Figure.ofTurns(Restart::serverCpuNs));
        figures.put("p50", Figure.ofLatencies(ArmLatency::p50Ns));
        figures.put("p99", Figure.ofLatencies(ArmLatency::p99Ns));
        figures.put("p999", Figure.ofLatencies(ArmLatency::p999Ns));
        return figures;
    }

    /** Before the first restart. */
    static InterleavedComparison none(String base, String arm) {
        Paired none = new Paired(new double[0], new double[0]);
        Map<String, Paired> figures = new LinkedHashMap<>();
        FIGURES.keySet().forEach(name -> figures.put(name, none));
        return new InterleavedComparison(List.of(), base, arm, figures);
    }

    /** After one more restart. */
    InterleavedComparison with(Restart next) {
        List<Restart> all = new ArrayList<>(restarts);
        all.add(next);
        int[] ranges = ranges(all, base);
        Map<String, Paired> more = new LinkedHashMap<>();
        FIGURES.forEach((name, figure) -> {
            Pair pair = figure.of(next, base, arm);
            more.put(name, figure(name).with(pair.base, pair.arm, ranges));
        });
        return new InterleavedComparison(List.copyOf(all), base, arm, more);
    }

    /** Of each restart the range of one arm, which says what the others have; all alike where one was met too seldom. */
    private static int[] ranges(List<Restart> restarts, String base) {
        int[] ranges = keyRanges(restarts, base);
        Map<Integer, Long> met = Arrays.stream(ranges)
                .boxed()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return met.values().stream().allMatch(times -> times >= MIN_OF_A_RANGE) ? ranges : new int[ranges.length];
    }

    private static int[] keyRanges(List<Restart> restarts, String base) {
        return restarts.stream().mapToInt(restart -> restart.keyRange(base)).toArray();
    }

    /** Of one restart. */
    private record Pair(double base, double arm) {}

    private interface Figure {
        Pair of(Restart restart, String base, String arm);

        static Figure ofTurns(ToDoubleFunction<TurnRow> figure) {
            return (restart, base, arm) -> {
                double level = restart.level(base, figure);
                return new Pair(level, level * Math.exp(restart.logRatio(base, arm, figure)));
            };
        }

        static Figure ofLatencies(ToDoubleFunction<ArmLatency> figure) {
            return (restart, base, arm) ->
                    new Pair(figure.applyAsDouble(restart.latency(base)), figure.applyAsDouble(restart.latency(arm)));
        }
    }

    public Paired figure(String name) {
        Paired figure = figures.get(name);
        if (figure == null) {
            throw new IllegalArgumentException(name);
        }
        return figure;
    }

    /** Whether there is such a figure: of a server that is not a process of this host there is no processor time. */
    public boolean isKnown(String name) {
        return !name.equals(SERVER_CPU) || Double.isFinite(figure(name).medianOfStandalone());
    }

    /** Arm by base. */
    public Interval ratio(String name) {
        return figure(name).ratio().widened(WIDENING);
    }

    /** Why the interval is not bounded. */
    public String withoutInterval() {
        return restarts.size() < 2
                ? "undecided: one restart has no interval"
                : "undecided: an arm had turns without operations in over a quarter of the blocks of a restart";
    }

    /** Half the width of the interval of throughput, as a share of the ratio; infinite for one restart. */
    public double halfWidth() {
        return halfWidth(THROUGHPUT);
    }

    double halfWidth(String name) {
        Interval ratio = ratio(name);
        return ratio.bounded() ? (ratio.high() - ratio.low()) / 2 / ratio.estimate() : Double.POSITIVE_INFINITY;
    }

    public boolean precise(double precision) {
        return precise(THROUGHPUT, precision);
    }

    boolean precise(String name, double precision) {
        return restarts.size() >= MIN_RESTARTS && halfWidth(name) <= precision;
    }

    /** What would make it {@link #precise}: "about 7 restarts would decide it; so far 3". */
    public String untilPrecise(double precision) {
        return missing(toBePrecise(precision));
    }

    /** What would make it {@link #precise} or {@link #different}, whichever comes first. */
    public String untilDecided(double precision) {
        return missing(Math.min(toBePrecise(precision), toDiffer()));
    }

    private String missing(int needed) {
        String would = needed < Paired.MOST ? "about " + needed + " restarts" : "not even " + Paired.MOST + " restarts";
        return would + " would decide it; so far " + restarts.size();
    }

    int toBePrecise(double precision) {
        return Math.max(MIN_RESTARTS, toBeWithin(precision));
    }

    /** If the ratio is the one seen. */
    private int toDiffer() {
        return Math.max(
                MIN_DIFFERENT, toBeWithin(Math.abs(Math.log(ratio(THROUGHPUT).estimate()))));
    }

    /** If the others spread as those here. What a range of keys is worth counts for nothing as soon as it can be left out. */
    private int toBeWithin(double share) {
        Paired plain = figure(THROUGHPUT);
        int[] ranges = keyRanges(restarts, base);
        int untilLeftOut =
                MIN_OF_A_RANGE * (int) Arrays.stream(ranges).distinct().count();
        int leftOut = new Paired(plain.standalone(), plain.cluster(), ranges).neededForWidth(share / WIDENING);
        return Math.min(plain.neededForWidth(share / WIDENING), Math.max(untilLeftOut, leftOut));
    }

    /** Whether one arm completes more than the other: the interval, made for one look at it, leaves 1 out. */
    public boolean different() {
        return different(THROUGHPUT);
    }

    boolean different(String name) {
        Interval ratio = ratio(name);
        return restarts.size() >= MIN_DIFFERENT && ratio.bounded() && !ratio.contains(1);
    }

    /**
     * Whether the difference is there, and known to a {@value #OF_DIFFERENCE}th of itself: nobody needs it closer. A comparison
     * is looked at after each restart, and so ends by this and not by {@link #different}, which chance meets more often.
     */
    public boolean clear() {
        Interval ratio = ratio(THROUGHPUT);
        double difference = Math.abs(Math.log(ratio.estimate()));
        return different() && Math.log(ratio.high() / ratio.low()) / 2 <= difference / OF_DIFFERENCE;
    }

    /** Operations that failed or were answered wrongly, of all: of the arm with more of them. */
    public double errorShare() {
        return Math.max(Restart.errorShare(restarts, base), Restart.errorShare(restarts, arm));
    }

    /** How the operations of both arms ended, the base first. */
    public Map<String, OutcomeCounts> outcomes() {
        Map<String, OutcomeCounts> outcomes = new LinkedHashMap<>();
        List.of(base, arm).forEach(name -> outcomes.put(name, Restart.counts(restarts, name)));
        return outcomes;
    }

    public int blocks() {
        return restarts.stream()
                .mapToInt(restart -> (int)
                        restart.turns().stream().map(TurnRow::block).distinct().count())
                .sum();
    }

    /** Whether the cost is within this share of throughput. */
    public Gate within(double allowed) {
        return restarts.size() < MIN_RESTARTS ? Gate.UNDECIDED : Gate.atLeast(1 - allowed, ratio(THROUGHPUT));
    }

    /** What the store keeps of it as it stands. */
    public List<ComparisonFigureRow> rows() {
        List<ComparisonFigureRow> rows = new ArrayList<>();
        figures.forEach((name, paired) -> {
            if (isKnown(name)) {
                rows.add(new ComparisonFigureRow(
                        restarts.size(),
                        arm,
                        name,
                        name.equals(THROUGHPUT) ? "1/s" : "ns",
                        finite(paired.medianOfStandalone()),
                        finite(paired.medianOfCluster()),
                        ratio(name)));
            }
        });
        return rows;
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
