package muster.experiments.turns.overhead;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.cli.terminal.OutcomeJson;
import muster.statistics.Gate;
import muster.statistics.Interval;
import muster.statistics.Paired;
import org.jspecify.annotations.Nullable;

/** What ./muster overhead --json prints: one object. What is not known is null. */
final class OverheadJson {
    private OverheadJson() {}

    /** The comparison that is judged stands at the top, a curve is a list of all. */
    static Map<String, @Nullable Object> map(
            Overhead.Request request, List<OverheadComparison> comparisons, List<String> doubts) {
        OverheadComparison judged = comparisons.getLast();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("plan", request.name());
        map.put("pairs", judged.pairs());
        map.put("workers", request.workers());
        map.put("seed", request.seed());
        map.put("store", request.store().toString());
        map.putAll(comparison(judged, request.maxPercent()));
        map.put("max_percent", request.maxPercent());
        map.put("invalid_runs", doubts);
        if (request.curve()) {
            map.put(
                    "curve",
                    comparisons.stream()
                            .map(comparison -> comparison(comparison, request.maxPercent()))
                            .toList());
        }
        return map;
    }

    private static Map<String, @Nullable Object> comparison(
            OverheadComparison comparison, @Nullable Double maxPercent) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("lease", Overhead.leaseText(comparison.lease()));
        comparison.figures().forEach((name, paired) -> map.put(name, figure(name, paired)));
        map.put("outcomes", OutcomeJson.byName(comparison.outcomes()));
        map.put("processes", processes(comparison));
        Map<String, @Nullable Object> breakdown = new LinkedHashMap<>();
        comparison.breakdown().forEach((name, interval) -> breakdown.put(name, interval("ns", interval)));
        map.put("breakdown", breakdown.isEmpty() ? null : breakdown);
        map.put("commit_elapsed_per_operation", figure("commit", comparison.commits()));
        map.put("verdict", comparison.verdict().text());
        map.put("decided", comparison.verdict().decided());
        map.put("pairs_that_would_do", comparison.verdict().pairs());
        map.put(
                "within",
                maxPercent == null ? null : within(comparison.verdict().gate()));
        return map;
    }

    /** Null where it is undecided. */
    private static @Nullable Boolean within(Gate gate) {
        return gate == Gate.UNDECIDED ? null : gate == Gate.PASSED;
    }

    private static Map<String, @Nullable Object> figure(String name, Paired paired) {
        String unit = name.equals("throughput") ? "per_s" : "ns";
        Interval ratio = paired.ratio();
        Interval difference = paired.difference();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("ratio", ratio.estimate());
        map.put("low", ratio.low());
        map.put("high", ratio.high());
        map.put("standalone_" + unit, paired.medianOfStandalone());
        map.put("cluster_" + unit, paired.medianOfCluster());
        map.put("difference_" + unit, difference.estimate());
        map.put("difference_low_" + unit, difference.low());
        map.put("difference_high_" + unit, difference.high());
        return map;
    }

    private static List<Map<String, @Nullable Object>> processes(OverheadComparison comparison) {
        List<Map<String, @Nullable Object>> processes = new ArrayList<>();
        comparison.processes().forEach((name, process) -> {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            map.put("process", name);
            map.put("side", process.cluster() ? "cluster" : "standalone");
            map.putAll(interval("cpu_per_operation_ns", process.cpuNs()));
            processes.add(map);
        });
        return processes;
    }

    private static Map<String, @Nullable Object> interval(String name, Interval interval) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put(name, interval.estimate());
        map.put("low", interval.low());
        map.put("high", interval.high());
        return map;
    }
}
