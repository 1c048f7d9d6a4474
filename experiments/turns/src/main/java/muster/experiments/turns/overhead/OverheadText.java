package muster.experiments.turns.overhead;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import muster.cli.terminal.Ending;
import muster.cli.terminal.OutcomeJson;
import muster.experiments.turns.ArmDoubts;
import muster.experiments.turns.ArmVerdict;
import muster.experiments.turns.InterleavedComparison;
import muster.statistics.Gate;
import muster.statistics.Interval;
import muster.statistics.Paired;
import muster.store.table.AlignedRows;
import muster.store.table.OutcomeRows;
import muster.text.Quantity;
import org.jspecify.annotations.Nullable;

/** What ./muster overhead prints: its verdict and a table for people, or one object for programs. */
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

    static Ending of(
            Overhead.Request request, List<InterleavedComparison> comparisons, OverheadVerdict judged, long elapsedNs) {
        InterleavedComparison last = comparisons.getLast();
        List<List<String>> tables = new ArrayList<>();
        tables.add(table(last));
        if (request.curve()) {
            tables.add(curve(request, comparisons));
        }
        List<String> notes = new ArrayList<>(doubts(request, last));
        notes.addAll(breakdown(last));
        notes.add(basis(request, last, elapsedNs));
        if (request.curve()) {
            notes.add(SEED_FIGURES);
        }
        List<String> answers = new ArrayList<>(List.of(judged.text()));
        answers.addAll(ArmVerdict.byProcessorTime(last, request.precision()));
        return new Ending("", answers, tables, notes);
    }

    private static String basis(Overhead.Request request, InterleavedComparison last, long elapsedNs) {
        return "%s, %d blocks of two turns an arm, %d s; lease %s, %s, seed %d"
                .formatted(
                        Quantity.count(last.restarts().size(), "restart"),
                        last.blocks(),
                        elapsedNs / 1_000_000_000,
                        request.judged().leaseText(),
                        Quantity.count(request.judged().workers(), "worker"),
                        request.seed());
    }

    private static List<String> table(InterleavedComparison last) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("", "standalone", "cluster", "ratio", "95 % interval"));
        LABELS.forEach((name, label) -> rows.add(row(name, label, last)));
        OutcomeRows.of(last.outcomes().values())
                .forEach(row -> rows.add(List.of(row.get(0), row.get(1), row.get(2), "", "")));
        return AlignedRows.lines(rows, column -> column > 0);
    }

    /** Standalone, and each lease size by it. */
    private static List<String> curve(Overhead.Request request, List<InterleavedComparison> comparisons) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("lease", "throughput", "ratio", "95 % interval"));
        double base = comparisons.getLast().figure("throughput").medianOfStandalone();
        rows.add(List.of(Overhead.STANDALONE, Quantity.rate(base), "1", ""));
        for (int i = 0; i < comparisons.size(); i++) {
            Interval ratio = comparisons.get(i).ratio("throughput");
            rows.add(List.of(
                    request.others().get(i).leaseText(),
                    Quantity.rate(comparisons.get(i).figure("throughput").medianOfCluster()),
                    Quantity.fineRatio(ratio.estimate()),
                    ratio.range(Quantity::fineRatio)));
        }
        return AlignedRows.lines(rows, column -> column > 0);
    }

    /** In one unit, so that the parts can be added up by eye. */
    private static List<String> breakdown(InterleavedComparison comparison) {
        Map<String, Interval> parts = Breakdown.of(comparison.restarts(), comparison.base(), comparison.arm());
        if (parts.isEmpty()) {
            return List.of();
        }
        double largest = parts.values().stream()
                .mapToDouble(part -> Math.abs(part.estimate()))
                .max()
                .orElse(0);
        boolean nanoseconds = largest < 1e5;
        return List.of("difference of a slot's time for an operation, in " + (nanoseconds ? "ns" : "us") + ": "
                + parts.entrySet().stream()
                        .map(part -> String.format(
                                Locale.ROOT,
                                "%s %+.1f",
                                part.getKey().replace('_', ' '),
                                part.getValue().estimate() / (nanoseconds ? 1 : 1e3)))
                        .collect(Collectors.joining(", ")));
    }

    private static List<String> doubts(Overhead.Request request, InterleavedComparison comparison) {
        List<String> doubts = new ArrayList<>(ArmDoubts.others(request.arms(), comparison.restarts()));
        doubts.addAll(ArmDoubts.cold(List.of(comparison), request.precision()));
        return doubts;
    }

    private static List<String> row(String name, String label, InterleavedComparison comparison) {
        DoubleFunction<String> unit = name.equals("throughput") ? Quantity::rate : Quantity::duration;
        Paired figure = comparison.figure(name);
        Interval ratio = comparison.ratio(name);
        return List.of(
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
