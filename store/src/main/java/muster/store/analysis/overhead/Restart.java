package muster.store.analysis.overhead;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import muster.store.file.row.TurnRow;

/** The turns of both arms within one restart, and their latencies. */
public record Restart(List<TurnRow> turns, ArmLatency standalone, ArmLatency cluster) {
    /** Of the blocks sorted by ratio, one in so many is left out at each end: a neighbour's burst falls into one turn. */
    private static final int TRIM = 4;

    public static final String STANDALONE = "standalone";
    public static final String CLUSTER = "cluster";

    static double perS(TurnRow turn) {
        return turn.operations() * 1e9 / turn.measuredNs();
    }

    static double cpuNs(TurnRow turn) {
        return turn.cpuNs() / (double) turn.operations();
    }

    /** The geometric mean over the turns of the standalone arm. */
    double level(ToDoubleFunction<TurnRow> figure) {
        return Math.exp(meanLog(turns, STANDALONE, figure));
    }

    /** The logarithm of cluster by standalone: the trimmed mean over blocks. */
    double logRatio(ToDoubleFunction<TurnRow> figure) {
        double[] blocks = turns.stream().collect(Collectors.groupingBy(TurnRow::block)).values().stream()
                .mapToDouble(block -> meanLog(block, CLUSTER, figure) - meanLog(block, STANDALONE, figure))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        int out = blocks.length / TRIM;
        return Arrays.stream(blocks, out, blocks.length - out).average().orElse(Double.NaN);
    }

    private static double meanLog(List<TurnRow> turns, String arm, ToDoubleFunction<TurnRow> figure) {
        return turns.stream()
                .filter(turn -> turn.arm().equals(arm))
                .mapToDouble(turn -> Math.log(figure.applyAsDouble(turn)))
                .average()
                .orElse(Double.NaN);
    }

    /** Operations of both arms that were not ok, of all. */
    public double errorShare() {
        double errors = standalone.errors() + (double) cluster.errors();
        return errors / Math.max(1, standalone.operations() + cluster.operations() + errors);
    }
}
