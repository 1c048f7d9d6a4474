package muster.store.analysis.overhead;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import muster.model.OutcomeCounts;
import muster.store.analysis.statistics.Interval;
import muster.store.analysis.statistics.Mean;
import muster.store.analysis.statistics.OverheadVerdict;
import muster.store.analysis.statistics.Paired;
import muster.store.file.row.comparison.OverheadEnd;
import muster.store.file.row.comparison.OverheadFigureRow;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of one lease size beside standalone, over all pairs.
 *
 * @param outcomes how the operations of all runs of a side ended: standalone, then cluster
 * @param figures by name: throughput, p50, p99, p999, cpu_per_operation
 * @param processes processor time of an operation by process, in nanoseconds; standalone first
 * @param commits time until commits were durable, an operation, in nanoseconds: beside the breakdown, no core is busy then
 * @param breakdown by name, in nanoseconds; empty for the open load model
 */
public record OverheadComparison(
        int lease,
        RunFigures first,
        Map<String, OutcomeCounts> outcomes,
        Map<String, Paired> figures,
        Map<String, Used> processes,
        Paired commits,
        Map<String, Interval> breakdown,
        OverheadVerdict verdict) {

    /** Processor time of one process for an operation. */
    public record Used(boolean cluster, Interval cpuNs) {}

    private static final Map<String, ToDoubleFunction<Breakdown>> PARTS = parts();

    private static Map<String, ToDoubleFunction<Breakdown>> parts() {
        Map<String, ToDoubleFunction<Breakdown>> parts = new LinkedHashMap<>();
        parts.put("lease_wait", Breakdown::leaseNs);
        parts.put("snapshots", Breakdown::snapshotsNs);
        parts.put("coordinator", Breakdown::coordinatorNs);
        parts.put("commit", Breakdown::commitNs);
        parts.put("service", Breakdown::serviceNs);
        parts.put("unexplained", Breakdown::unexplainedNs);
        parts.put("difference", Breakdown::differenceNs);
        return parts;
    }

    public static OverheadComparison of(
            int lease, List<RunFigures> standalone, List<RunFigures> cluster, @Nullable Double maxPercent) {
        Sides sides = new Sides(standalone, cluster);
        Map<String, Paired> figures = new LinkedHashMap<>();
        figures.put("throughput", sides.pair(RunFigures::throughputPerS));
        figures.put("p50", sides.pair(RunFigures::p50Ns));
        figures.put("p99", sides.pair(RunFigures::p99Ns));
        figures.put("p999", sides.pair(RunFigures::p999Ns));
        figures.put("cpu_per_operation", sides.pair(RunFigures::allCpuNs));
        return new OverheadComparison(
                lease,
                standalone.getFirst(),
                sides.outcomes(),
                figures,
                sides.processes(),
                sides.pair(RunFigures::commitNs),
                sides.breakdown(),
                OverheadVerdict.of(sides.pair(RunFigures::throughputPerS), maxPercent));
    }

    /** The runs of both sides, pair by pair. */
    private record Sides(List<RunFigures> standalone, List<RunFigures> cluster) {
        Paired pair(ToDoubleFunction<RunFigures> figure) {
            return new Paired(values(standalone, figure), values(cluster, figure));
        }

        private static double[] values(List<RunFigures> runs, ToDoubleFunction<RunFigures> figure) {
            return runs.stream().mapToDouble(figure).toArray();
        }

        Map<String, OutcomeCounts> outcomes() {
            Map<String, OutcomeCounts> outcomes = new LinkedHashMap<>();
            outcomes.put("standalone", counts(standalone));
            outcomes.put("cluster", counts(cluster));
            return outcomes;
        }

        private static OutcomeCounts counts(List<RunFigures> runs) {
            return runs.stream().map(RunFigures::counts).reduce(OutcomeCounts.NONE, OutcomeCounts::plus);
        }

        Map<String, Used> processes() {
            Map<String, Used> processes = new LinkedHashMap<>();
            add(processes, standalone, false);
            add(processes, cluster, true);
            return processes;
        }

        private void add(Map<String, Used> processes, List<RunFigures> runs, boolean ofCluster) {
            TreeSet<String> names = new TreeSet<>();
            runs.forEach(run -> names.addAll(run.cpuNs().keySet()));
            for (String name : names) {
                double[] cpuNs = values(runs, run -> run.cpuNs().getOrDefault(name, 0.0));
                processes.put(name, new Used(ofCluster, Mean.of(cpuNs)));
            }
        }

        Map<String, Interval> breakdown() {
            Map<String, Interval> intervals = new LinkedHashMap<>();
            List<Breakdown> pairs = new ArrayList<>();
            for (int i = 0; i < cluster.size() && !cluster.get(i).openModel(); i++) {
                pairs.add(Breakdown.of(standalone.get(i), cluster.get(i)));
            }
            if (!pairs.isEmpty()) {
                PARTS.forEach((name, part) -> intervals.put(
                        name, Mean.of(pairs.stream().mapToDouble(part).toArray())));
            }
            return intervals;
        }
    }

    public Paired throughput() {
        return figure("throughput");
    }

    public Paired figure(String name) {
        Paired figure = figures.get(name);
        if (figure == null) {
            throw new IllegalArgumentException(name);
        }
        return figure;
    }

    public int pairs() {
        return throughput().pairs();
    }

    /** What the store keeps. */
    public OverheadEnd end(@Nullable Long overheadId) {
        List<OverheadFigureRow> rows = new ArrayList<>();
        figures.forEach((name, paired) -> rows.add(row("figure", name, paired)));
        rows.add(row("process", "commit_ns", commits));
        processes.forEach((name, process) -> rows.add(row(name, process)));
        breakdown.forEach((name, interval) ->
                rows.add(new OverheadFigureRow("breakdown", name, "ns", null, null, null, interval)));
        return new OverheadEnd(overheadId == null ? 0 : overheadId, pairs(), verdict.text(), verdict.decided(), rows);
    }

    private static OverheadFigureRow row(String kind, String name, Paired paired) {
        String unit = name.equals("throughput") ? "1/s" : "ns";
        return new OverheadFigureRow(
                kind,
                name,
                unit,
                finite(paired.medianOfStandalone()),
                finite(paired.medianOfCluster()),
                paired.ratio(),
                paired.difference());
    }

    private static OverheadFigureRow row(String name, Used process) {
        double cpuNs = process.cpuNs().estimate();
        return new OverheadFigureRow(
                "process", name, "ns", process.cluster() ? null : cpuNs, process.cluster() ? cpuNs : null, null, null);
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
