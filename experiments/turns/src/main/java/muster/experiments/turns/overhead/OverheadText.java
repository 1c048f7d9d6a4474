package muster.experiments.turns.overhead;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import muster.cli.terminal.OutcomeJson;
import muster.experiments.turns.ArmDoubts;
import muster.experiments.turns.ArmVerdict;
import muster.experiments.turns.InterleavedComparison;
import muster.statistics.Gate;
import muster.statistics.Interval;
import muster.statistics.Paired;
import muster.store.table.OutcomeRows;
import muster.text.Quantity;
import org.jspecify.annotations.Nullable;

/** What ./muster overhead prints: a table for people, or one object for programs. */
final class OverheadText {
    private static final Map<String, String> LABELS = labels();

    private static final String SEED_FIGURES =
            "the seed's cluster, one round trip an operation, got 162.6 requests/s where one standalone client got 297.1"
                    + " (ratio 0.547)";

    private OverheadText() {}

    private static Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("throughput", "throughput");
        labels.put("cpu_per_operation", "CPU per operation");
        labels.put("p50", "response p50");
        labels.put("p99", "response p99");
        labels.put("p999", "response p99.9");
        return labels;
    }

    static String of(
            Overhead.Request request, List<InterleavedComparison> comparisons, OverheadVerdict judged, long elapsedNs) {
        InterleavedComparison last = comparisons.getLast();
        StringBuilder out = new StringBuilder();
        if (request.curve()) {
            curve(out, request, comparisons);
        }
        out.append(String.format(
                Locale.ROOT, "%-18s %12s %12s %8s %19s%n", "", "standalone", "cluster", "ratio", "95 % interval"));
        LABELS.forEach((name, label) -> out.append(row(name, label, last)));
        OutcomeRows.of(last.outcomes().values())
                .forEach(row -> out.append("%-18s %12s %12s%n".formatted(row.toArray())));
        breakdown(out, last);
        doubts(request, last).forEach(doubt -> out.append(doubt).append(System.lineSeparator()));
        ArmVerdict.byProcessorTime(last, request.precision())
                .forEach(sentence -> out.append(sentence).append(System.lineSeparator()));
        return out.append(String.format(
                        Locale.ROOT,
                        "%s%n%d restarts, %d blocks of two turns an arm, %d s; lease %s, %d %s, seed %d; results: %s",
                        judged.text(),
                        last.restarts().size(),
                        last.blocks(),
                        elapsedNs / 1_000_000_000,
                        request.judged().leaseText(),
                        request.judged().workers(),
                        request.judged().workers() == 1 ? "worker" : "workers",
                        request.seed(),
                        request.store()))
                .toString();
    }

    /** Standalone, and each lease size by it. */
    private static void curve(StringBuilder out, Overhead.Request request, List<InterleavedComparison> comparisons) {
        String form = "%-18s %14s %10s %19s%n";
        out.append(String.format(Locale.ROOT, form, "lease", "throughput", "ratio", "95 % interval"));
        double base = comparisons.getLast().figure("throughput").medianOfStandalone();
        out.append(String.format(Locale.ROOT, form, Overhead.STANDALONE, Quantity.rate(base), "1", ""));
        for (int i = 0; i < comparisons.size(); i++) {
            Interval ratio = comparisons.get(i).ratio("throughput");
            out.append(String.format(
                    Locale.ROOT,
                    form,
                    request.others().get(i).leaseText(),
                    Quantity.rate(comparisons.get(i).figure("throughput").medianOfCluster()),
                    Quantity.fineRatio(ratio.estimate()),
                    ratio.range(Quantity::fineRatio)));
        }
        out.append(SEED_FIGURES).append(System.lineSeparator()).append(System.lineSeparator());
    }

    /** In one unit, so that the parts can be added up by eye. */
    private static void breakdown(StringBuilder out, InterleavedComparison comparison) {
        Map<String, Interval> parts = Breakdown.of(comparison.restarts(), comparison.base(), comparison.arm());
        if (parts.isEmpty()) {
            return;
        }
        double largest = parts.values().stream()
                .mapToDouble(part -> Math.abs(part.estimate()))
                .max()
                .orElse(0);
        boolean nanoseconds = largest < 1e5;
        out.append("difference of a slot's time for an operation, in ")
                .append(nanoseconds ? "ns" : "us")
                .append(": ");
        out.append(parts.entrySet().stream()
                .map(part -> String.format(
                        Locale.ROOT,
                        "%s %+.1f",
                        part.getKey().replace('_', ' '),
                        part.getValue().estimate() / (nanoseconds ? 1 : 1e3)))
                .collect(Collectors.joining(", ")));
        out.append(System.lineSeparator());
    }

    private static List<String> doubts(Overhead.Request request, InterleavedComparison comparison) {
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

    /** The cluster that is judged stands at the top, a curve is a list of all. */
    static Map<String, @Nullable Object> map(
            Overhead.Request request,
            List<InterleavedComparison> comparisons,
            List<OverheadVerdict> verdicts,
            long elapsedNs) {
        InterleavedComparison last = comparisons.getLast();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("plan", request.name());
        map.put("restarts", last.restarts().size());
        map.put("pairs", 2 * last.blocks());
        map.put("workers", request.judged().workers());
        map.put("seed", request.seed());
        map.put("store", request.store().toString());
        map.putAll(comparison(request, comparisons.size() - 1, last, verdicts.getLast()));
        map.put("elapsed_s", elapsedNs / 1e9);
        map.put("doubts", doubts(request, last));
        map.put("max_percent", verdicts.getLast().maxPercent());
        if (request.curve()) {
            List<Map<String, @Nullable Object>> curve = new ArrayList<>();
            for (int i = 0; i < comparisons.size(); i++) {
                curve.add(comparison(request, i, comparisons.get(i), verdicts.get(i)));
            }
            map.put("curve", curve);
        }
        return map;
    }

    private static Map<String, @Nullable Object> comparison(
            Overhead.Request request, int number, InterleavedComparison comparison, OverheadVerdict verdict) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("lease", request.others().get(number).leaseText());
        LABELS.keySet().forEach(name -> map.put(name, figure(name, comparison)));
        map.put("precision", comparison.halfWidth());
        map.put("outcomes", OutcomeJson.byName(comparison.outcomes()));
        Map<String, @Nullable Object> breakdown = new LinkedHashMap<>();
        Breakdown.of(comparison.restarts(), comparison.base(), comparison.arm())
                .forEach((name, part) -> breakdown.put(name, interval(part)));
        map.put("breakdown", breakdown.isEmpty() ? null : breakdown);
        map.put("verdict", verdict.text());
        map.put("decided", verdict.decided());
        boolean asked = verdict.maxPercent() != null && verdict.gate() != Gate.UNDECIDED;
        map.put("within", asked ? verdict.gate() == Gate.PASSED : null);
        return map;
    }

    private static Map<String, @Nullable Object> interval(Interval interval) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("ns", interval.estimate());
        map.put("low", interval.low());
        map.put("high", interval.high());
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
