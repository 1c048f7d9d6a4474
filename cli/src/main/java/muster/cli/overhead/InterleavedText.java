package muster.cli.overhead;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import muster.cli.interleave.ArmDoubts;
import muster.cli.terminal.OutcomeJson;
import muster.store.analysis.interleave.InterleavedComparison;
import muster.store.analysis.overhead.InterleavedVerdict;
import muster.store.analysis.statistics.Gate;
import muster.store.analysis.statistics.Interval;
import muster.store.analysis.statistics.Paired;
import muster.store.table.OutcomeRows;
import muster.text.Quantity;
import org.jspecify.annotations.Nullable;

/** What an interleaved ./muster overhead prints: a table for people, or one object for programs. */
final class InterleavedText {
    private static final Map<String, String> LABELS = labels();

    private InterleavedText() {}

    private static Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("throughput", "throughput");
        labels.put("cpu_per_operation", "CPU per operation");
        labels.put("p50", "response p50");
        labels.put("p99", "response p99");
        labels.put("p999", "response p99.9");
        return labels;
    }

    static String of(Interleaved.Request request, InterleavedComparison comparison, String verdict, long elapsedNs) {
        StringBuilder out = new StringBuilder(String.format(
                Locale.ROOT, "%-18s %12s %12s %8s %19s%n", "", "standalone", "cluster", "ratio", "95 % interval"));
        LABELS.forEach((name, label) -> out.append(row(name, label, comparison)));
        OutcomeRows.of(comparison.outcomes().values())
                .forEach(row -> out.append("%-18s %12s %12s%n".formatted(row.toArray())));
        doubts(request, comparison).forEach(doubt -> out.append(doubt).append(System.lineSeparator()));
        return out.append(String.format(
                        Locale.ROOT,
                        "%s%n%d restarts, %d blocks of four turns, %d s; lease %s, seed %d; results: %s",
                        verdict,
                        comparison.restarts().size(),
                        comparison.blocks(),
                        elapsedNs / 1_000_000_000,
                        Overhead.leaseText(request.lease()),
                        request.seed(),
                        request.store()))
                .toString();
    }

    private static List<String> doubts(Interleaved.Request request, InterleavedComparison comparison) {
        List<String> doubts = new ArrayList<>(ArmDoubts.others(request.arms(), comparison.restarts()));
        doubts.addAll(ArmDoubts.cold(List.of(comparison), request.precision()));
        return doubts;
    }

    private static String row(String name, String label, InterleavedComparison comparison) {
        DoubleFunction<String> unit = name.equals("throughput") ? Quantity::rate : Quantity::duration;
        Paired figure = comparison.figure(name);
        Interval ratio = comparison.ratio(name);
        return String.format(
                Locale.ROOT,
                "%-18s %12s %12s %8s %19s%n",
                label,
                unit.apply(figure.medianOfStandalone()),
                unit.apply(figure.medianOfCluster()),
                Quantity.fineRatio(ratio.estimate()),
                ratio.range(Quantity::fineRatio));
    }

    static Map<String, @Nullable Object> map(
            Interleaved.Request request, InterleavedComparison comparison, InterleavedVerdict verdict, long elapsedNs) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("plan", request.name());
        map.put("restarts", comparison.restarts().size());
        map.put("pairs", 2 * comparison.blocks());
        map.put("workers", 1);
        map.put("seed", request.seed());
        map.put("store", request.store().toString());
        map.put("lease", Overhead.leaseText(request.lease()));
        LABELS.keySet().forEach(name -> map.put(name, figure(name, comparison)));
        map.put("precision", comparison.halfWidth());
        map.put("elapsed_s", elapsedNs / 1e9);
        map.put("doubts", doubts(request, comparison));
        map.put("outcomes", OutcomeJson.byName(comparison.outcomes()));
        map.put("verdict", verdict.text());
        map.put("decided", verdict.decided());
        map.put("max_percent", request.maxPercent());
        boolean asked = request.maxPercent() != null && verdict.gate() != Gate.UNDECIDED;
        map.put("within", asked ? verdict.gate() == Gate.PASSED : null);
        return map;
    }

    private static Map<String, @Nullable Object> figure(String name, InterleavedComparison comparison) {
        String unit = name.equals("throughput") ? "per_s" : "ns";
        Interval ratio = comparison.ratio(name);
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("ratio", ratio.estimate());
        map.put("low", ratio.low());
        map.put("high", ratio.high());
        map.put("standalone_" + unit, comparison.figure(name).medianOfStandalone());
        map.put("cluster_" + unit, comparison.figure(name).medianOfCluster());
        return map;
    }
}
