package muster.cli.overhead;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import muster.text.Quantity;
import muster.workloads.plan.language.Durations;
import org.jspecify.annotations.Nullable;

/** A calibration as people read it. */
public final class CalibrationText {
    private static final List<String> PERCENTILES = List.of("p50", "p99", "p999");

    private final Map<String, Double> figures;

    private CalibrationText(Map<String, Double> figures) {
        this.figures = figures;
    }

    public static List<String> lines(Map<String, Double> figures) {
        CalibrationText text = new CalibrationText(figures);
        List<String> lines = new ArrayList<>();
        lines.add("clock: a read costs " + text.time("clock_cost_ns") + ", smallest step "
                + text.time("clock_resolution_ns"));
        lines.add("timer: a sleep of 1 ms ends " + text.time("timer_slack_p50_ns") + " late (p50), "
                + text.time("timer_slack_p99_ns") + " (p99)");
        lines.add(String.format(
                Locale.ROOT,
                "hiccups: longest %s, %.3f %% of the time lost to those over 20 ms",
                text.time("hiccup_max_ns"),
                100 * figures.getOrDefault("hiccup_share", 0.0)));
        lines.add("CPU of an operation at delay 0: standalone " + text.time("standalone_operation_cpu_ns")
                + " (with coordinator and store), worker of a cluster " + text.time("operation_cpu_ns"));
        lines.add("");
        lines.add("added to the delay; \"timer\" is the same wait without a harness, so that much is the timer's own");
        lines.add(String.format(Locale.ROOT, "%-18s %-32s   %s", "", "service time", "response time"));
        lines.add(row("delay", "way", List.of("p50", "p99", "p99.9"), List.of("p50", "p99", "p99.9")));
        CalibrationRuns.DELAYS.forEach(delay -> CalibrationRuns.WAYS.forEach(way -> lines.add(text.row(delay, way))));
        return lines;
    }

    private String row(Duration delay, String way) {
        return row(Durations.format(delay), way, added(way, delay, "service"), added(way, delay, "response"));
    }

    private List<String> added(String way, Duration delay, String timing) {
        return PERCENTILES.stream()
                .map(percentile -> time(CalibrationRuns.name(way, delay, timing, percentile)))
                .toList();
    }

    private static String row(String delay, String way, List<String> service, List<String> response) {
        return String.format(
                Locale.ROOT,
                "%-6s %-11s %-10s %-10s %-10s   %-10s %-10s %s",
                delay,
                way,
                service.get(0),
                service.get(1),
                service.get(2),
                response.get(0),
                response.get(1),
                response.get(2));
    }

    /** Three digits and a unit; "-" where there were too few samples. */
    private String time(String name) {
        return time(figures.get(name));
    }

    static String time(@Nullable Double ns) {
        return ns == null ? Quantity.NONE : Quantity.duration(ns);
    }
}
