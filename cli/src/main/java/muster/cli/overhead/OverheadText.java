package muster.cli.overhead;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleFunction;
import muster.store.analysis.overhead.OverheadComparison;
import muster.store.analysis.statistics.Interval;
import muster.store.analysis.statistics.Paired;
import muster.store.table.OutcomeRows;
import muster.text.Quantity;

/** What ./muster overhead prints for people. */
final class OverheadText {
    private static final Map<String, String> LABELS = Map.of(
            "throughput",
            "throughput",
            "p50",
            "response p50",
            "p99",
            "response p99",
            "p999",
            "response p99.9",
            "cpu_per_operation",
            "CPU per operation");
    private static final List<String> FIGURES = List.of("throughput", "p50", "p99", "p999", "cpu_per_operation");
    private static final String SEED_FIGURES =
            "lease size, throughput (median) and its ratio to standalone; the seed's cluster, one round trip an operation,\n"
                    + "got 162.6 requests/s where one standalone client got 297.1 (ratio 0.547), both doing nothing";

    private final StringBuilder out = new StringBuilder();

    private OverheadText() {}

    static String of(Overhead.Request request, List<OverheadComparison> comparisons, List<String> doubts) {
        OverheadText text = new OverheadText();
        if (request.curve()) {
            text.curve(comparisons);
        }
        text.comparison(request, comparisons.getLast());
        doubts.forEach(doubt -> text.line(doubt));
        text.line(comparisons.getLast().verdict().text());
        text.line(String.format(Locale.ROOT, "results: %s, seed %d", request.store(), request.seed()));
        return text.out.toString().stripTrailing();
    }

    private void line(String text) {
        out.append(text.stripTrailing()).append('\n');
    }

    // ---- one comparison ----

    private void comparison(Overhead.Request request, OverheadComparison comparison) {
        line(String.format(
                Locale.ROOT,
                "%s, %d clients, %d cores; cluster of %d %s, lease %s; %d %s",
                request.name(),
                comparison.first().clients(),
                comparison.first().cores(),
                request.workers(),
                request.workers() == 1 ? "worker" : "workers",
                Overhead.leaseText(comparison.lease()),
                comparison.pairs(),
                comparison.pairs() == 1 ? "pair" : "pairs"));
        line("");
        line(String.format(
                Locale.ROOT,
                "%-18s %12s %12s %8s %19s %12s %26s",
                "",
                "standalone",
                "cluster",
                "ratio",
                "95 % interval",
                "difference",
                "95 % interval"));
        FIGURES.forEach(name -> figure(name, comparison.figure(name)));
        OutcomeRows.of(comparison.outcomes().values()).forEach(row -> line("%-18s %12s %12s".formatted(row.toArray())));
        line("");
        processes(comparison);
        breakdown(comparison);
    }

    private void figure(String name, Paired paired) {
        DoubleFunction<String> unit = name.equals("throughput") ? Quantity::rate : Quantity::duration;
        Interval ratio = paired.ratio();
        Interval difference = paired.difference();
        line(String.format(
                Locale.ROOT,
                "%-18s %12s %12s %8s %19s %12s %26s",
                LABELS.getOrDefault(name, name),
                unit.apply(paired.medianOfStandalone()),
                unit.apply(paired.medianOfCluster()),
                ratio(ratio.estimate()),
                ratio.range(OverheadText::ratio),
                unit.apply(difference.estimate()),
                difference.range(unit)));
    }

    private static String ratio(double value) {
        return value < 0.1 ? Quantity.fineRatio(value) : Quantity.ratio(value);
    }

    private void processes(OverheadComparison comparison) {
        line(String.format(
                Locale.ROOT, "%-18s %12s %12s %28s", "CPU per operation", "standalone", "cluster", "95 % interval"));
        comparison
                .processes()
                .forEach((name, process) -> line(String.format(
                        Locale.ROOT,
                        "  %-16s %12s %12s %28s",
                        name,
                        process.cluster()
                                ? ""
                                : Quantity.duration(process.cpuNs().estimate()),
                        process.cluster() ? Quantity.duration(process.cpuNs().estimate()) : "",
                        process.cpuNs().range(Quantity::duration))));
        line("");
    }

    private void breakdown(OverheadComparison comparison) {
        if (comparison.breakdown().isEmpty()) {
            line("no breakdown: arrivals come at a set rate, so throughput has no difference to explain");
            line("");
            return;
        }
        Scale scale = Scale.of(comparison);
        line(String.format(
                Locale.ROOT,
                "Where the difference of a slot's time comes from, in %s an operation (%d slots; docs/compare.md)",
                scale.unit(),
                comparison.first().slots()));
        head();
        row("mean", comparison, interval -> interval.estimate() / scale.ns());
        if (comparison.pairs() > 1) {
            row("from", comparison, interval -> interval.low() / scale.ns());
            row("to", comparison, interval -> interval.high() / scale.ns());
        }
        line("");
    }

    /** One unit for all parts, so that they can be added up by eye. */
    private record Scale(String unit, double ns) {
        static Scale of(OverheadComparison comparison) {
            double largest = comparison.breakdown().values().stream()
                    .mapToDouble(interval -> Math.abs(interval.estimate()))
                    .max()
                    .orElse(0);
            return largest < 1e5 ? new Scale("ns", 1) : largest < 1e8 ? new Scale("us", 1e3) : new Scale("ms", 1e6);
        }
    }

    private void head() {
        line(String.format(
                Locale.ROOT,
                "  %-6s %12s %12s %12s %12s %12s %12s %14s",
                "",
                "lease wait",
                "snapshots",
                "coordinator",
                "commit",
                "service",
                "unexplained",
                "= difference"));
    }

    /** A bound of an interval, or its middle. */
    private interface Part {
        double of(Interval interval);
    }

    private void row(String label, OverheadComparison comparison, Part part) {
        StringBuilder cells = new StringBuilder(String.format(Locale.ROOT, "  %-6s", label));
        comparison.breakdown().forEach((name, interval) -> {
            String format = name.equals("difference") ? " %+,14.1f" : " %+,12.1f";
            cells.append(String.format(Locale.ROOT, format, part.of(interval)));
        });
        line(cells.toString());
    }

    // ---- curve ----

    private void curve(List<OverheadComparison> comparisons) {
        line(SEED_FIGURES);
        line("");
        line(String.format(Locale.ROOT, "  %-12s %14s %10s %19s", "lease", "throughput", "ratio", "95 % interval"));
        Paired any = comparisons.getLast().throughput();
        line(String.format(
                Locale.ROOT, "  %-12s %14s %10s", "standalone", Quantity.rate(any.medianOfStandalone()), "1"));
        for (OverheadComparison comparison : comparisons) {
            Interval ratio = comparison.throughput().ratio();
            line(String.format(
                    Locale.ROOT,
                    "  %-12s %14s %10s %19s",
                    Overhead.leaseText(comparison.lease()),
                    Quantity.rate(comparison.throughput().medianOfCluster()),
                    ratio(ratio.estimate()),
                    ratio.range(OverheadText::ratio)));
        }
        line("");
    }
}
