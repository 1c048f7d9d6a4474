package muster.store.analysis.overhead;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import muster.store.analysis.statistics.Gate;
import muster.store.analysis.statistics.Interval;
import muster.store.analysis.statistics.Paired;
import muster.store.file.row.OverheadEnd;
import muster.store.file.row.OverheadFigureRow;
import muster.store.file.row.TurnRow;
import org.jspecify.annotations.Nullable;

/**
 * Cluster beside standalone, in turns: the unit is the restart, whose ratio is a trimmed mean over its blocks. Intervals are
 * Student's over restarts, {@value #WIDENING} times as wide, so that they hold the truth in 95 of 100 comparisons although
 * each ends as soon as it is precise enough (docs/decisions/0060-interleaved.md).
 *
 * @param figures by name: throughput, cpu_per_operation, p50, p99, p999
 */
public record InterleavedComparison(List<Restart> restarts, Map<String, Paired> figures) {
    /** With fewer, nothing is decided: their spread is not known well enough to stop by it. */
    public static final int LEAST_RESTARTS = 5;

    static final double WIDENING = 1.15;

    public static InterleavedComparison of(List<Restart> restarts) {
        Map<String, Paired> figures = new LinkedHashMap<>();
        figures.put("throughput", turns(restarts, Restart::perS));
        figures.put("cpu_per_operation", turns(restarts, Restart::cpuNs));
        figures.put("p50", latencies(restarts, ArmLatency::p50Ns));
        figures.put("p99", latencies(restarts, ArmLatency::p99Ns));
        figures.put("p999", latencies(restarts, ArmLatency::p999Ns));
        return new InterleavedComparison(List.copyOf(restarts), figures);
    }

    private static Paired turns(List<Restart> restarts, ToDoubleFunction<TurnRow> figure) {
        return new Paired(
                restarts.stream().mapToDouble(restart -> restart.level(figure)).toArray(),
                restarts.stream()
                        .mapToDouble(restart -> restart.level(figure) * Math.exp(restart.logRatio(figure)))
                        .toArray());
    }

    private static Paired latencies(List<Restart> restarts, ToDoubleFunction<ArmLatency> figure) {
        return new Paired(
                restarts.stream()
                        .mapToDouble(restart -> figure.applyAsDouble(restart.standalone()))
                        .toArray(),
                restarts.stream()
                        .mapToDouble(restart -> figure.applyAsDouble(restart.cluster()))
                        .toArray());
    }

    public Paired figure(String name) {
        Paired figure = figures.get(name);
        if (figure == null) {
            throw new IllegalArgumentException(name);
        }
        return figure;
    }

    /** Cluster by standalone. */
    public Interval ratio(String name) {
        return figure(name).ratio().widened(WIDENING);
    }

    /** Half the width of the interval of throughput, as a share of the ratio; infinite for one restart. */
    public double halfWidth() {
        Interval ratio = ratio("throughput");
        return ratio.bounded() ? (ratio.high() - ratio.low()) / 2 / ratio.estimate() : Double.POSITIVE_INFINITY;
    }

    public boolean precise(double precision) {
        return restarts.size() >= LEAST_RESTARTS && halfWidth() <= precision;
    }

    public int blocks() {
        return restarts.stream()
                .mapToInt(restart -> (int)
                        restart.turns().stream().map(TurnRow::block).distinct().count())
                .sum();
    }

    /** Whether the cost is within this share of throughput. */
    public Gate within(double allowed) {
        return restarts.size() < LEAST_RESTARTS ? Gate.UNDECIDED : Gate.atLeast(1 - allowed, ratio("throughput"));
    }

    /** What the store keeps. */
    public OverheadEnd end(long overheadId, String verdict, boolean decided) {
        List<OverheadFigureRow> rows = new ArrayList<>();
        figures.forEach((name, paired) -> rows.add(row(name, paired)));
        return new OverheadEnd(overheadId, restarts.size(), verdict, decided, rows);
    }

    private OverheadFigureRow row(String name, Paired paired) {
        return new OverheadFigureRow(
                "figure",
                name,
                name.equals("throughput") ? "1/s" : "ns",
                finite(paired.medianOfStandalone()),
                finite(paired.medianOfCluster()),
                ratio(name),
                null);
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
