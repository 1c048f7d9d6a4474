package muster.experiments.turns;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import muster.model.OutcomeCounts;
import muster.report.analysis.ErrorShare;

/**
 * The turns of all arms within one restart, and their latencies.
 *
 * @param latencies by the name of the arm
 * @param costs by the name of the arm: what it spent beside its operations
 */
public record Restart(List<TurnRow> turns, Map<String, ArmLatency> latencies, Map<String, ArmCosts> costs) {
    /** Without what arms spent. */
    public Restart(List<TurnRow> turns, Map<String, ArmLatency> latencies) {
        this(turns, latencies, Map.of());
    }

    /** Of the blocks sorted by ratio, one in so many is left out at each end: a neighbour's burst falls into one turn. */
    private static final int TRIM = 4;

    static double perS(TurnRow turn) {
        return turn.operations() * 1e9 / turn.measuredNs();
    }

    static double cpuNs(TurnRow turn) {
        return turn.cpuNs() / (double) turn.operations();
    }

    static double serverCpuNs(TurnRow turn) {
        return turn.serverCpuNs() < 0 ? Double.NaN : turn.serverCpuNs() / (double) turn.operations();
    }

    /** The geometric mean over those turns of an arm in which it did something. */
    double level(String arm, ToDoubleFunction<TurnRow> figure) {
        return Math.exp(
                logs(turns, arm, figure).filter(Double::isFinite).average().orElse(Double.NaN));
    }

    /**
     * The logarithm of {@code arm} by {@code base}: the trimmed mean over blocks. A block in which one of them stood still for
     * a turn is an extreme one and no missing one, else whoever often stands still would seem fast; where such blocks
     * remain after trimming there is no ratio (NaN).
     */
    double logRatio(String base, String arm, ToDoubleFunction<TurnRow> figure) {
        double[] blocks = turns.stream().collect(Collectors.groupingBy(TurnRow::block)).values().stream()
                .mapToDouble(block -> meanLog(block, arm, figure) - meanLog(block, base, figure))
                .filter(ratio -> !Double.isNaN(ratio))
                .sorted()
                .toArray();
        int out = blocks.length / TRIM;
        double mean = Arrays.stream(blocks, out, blocks.length - out).average().orElse(Double.NaN);
        return Double.isFinite(mean) ? mean : Double.NaN;
    }

    /** Which range of indexes an arm works on, from 0. */
    int keyRange(String arm) {
        return turns.stream()
                .filter(turn -> turn.arm().equals(arm))
                .mapToInt(TurnRow::keyRange)
                .findFirst()
                .orElse(0);
    }

    /** Operations a second of an arm, such that two arms relate as their blocks do. */
    public double throughput(String base, String arm) {
        double level = level(base, Restart::perS);
        return arm.equals(base) ? level : level * Math.exp(logRatio(base, arm, Restart::perS));
    }

    private static double meanLog(List<TurnRow> turns, String arm, ToDoubleFunction<TurnRow> figure) {
        return logs(turns, arm, figure).average().orElse(Double.NaN);
    }

    private static DoubleStream logs(List<TurnRow> turns, String arm, ToDoubleFunction<TurnRow> figure) {
        return turns.stream()
                .filter(turn -> turn.arm().equals(arm))
                .mapToDouble(turn -> Math.log(figure.applyAsDouble(turn)));
    }

    /** Of an arm; all unknown for one that told nothing. */
    public ArmLatency latency(String arm) {
        return latencies.getOrDefault(arm, ArmLatency.UNKNOWN);
    }

    /** Processors that the processes of an arm used during its turns, on average. */
    public double processors(String arm) {
        return processors(arm, TurnRow::cpuNs);
    }

    /** Of {@link #processors}, those that the compilers of JVMs used. */
    public double compilers(String arm) {
        return processors(arm, TurnRow::compilerNs);
    }

    private double processors(String arm, ToLongFunction<TurnRow> usedNs) {
        List<TurnRow> own =
                turns.stream().filter(turn -> turn.arm().equals(arm)).toList();
        double used = own.stream().mapToLong(usedNs).sum();
        return used / Math.max(1, own.stream().mapToLong(TurnRow::measuredNs).sum());
    }

    /** How the operations of an arm ended; none of restarts that told nothing of it. */
    public static OutcomeCounts counts(List<Restart> restarts, String arm) {
        return restarts.stream()
                .map(restart -> restart.latency(arm).counts())
                .reduce(OutcomeCounts.NONE, OutcomeCounts::plus);
    }

    /** Operations of an arm that found nothing though the plan does not ask for that, of all. */
    public static double unexpectedShare(List<Restart> restarts, String arm) {
        long unexpected = restarts.stream()
                .mapToLong(restart -> restart.latency(arm).unexpected())
                .sum();
        return (double) unexpected / Math.max(1, counts(restarts, arm).operations());
    }

    /** Operations of an arm that failed or were answered wrongly, of all. */
    public static double errorShare(List<Restart> restarts, String arm) {
        OutcomeCounts counts = counts(restarts, arm);
        return ErrorShare.of((double) counts.errors(), (double) counts.operations());
    }
}
