package muster.report;

import java.util.List;
import java.util.Optional;
import muster.store.table.Row;
import muster.text.Quantity;

/** What a run of one step measured, as one would say it: how much was completed, how fast, and what failed. */
final class RunSentence {
    private static final double PERCENT = 100;

    private final RunReport report;
    private final Row run;

    private RunSentence(RunReport report) {
        this.report = report;
        this.run = report.run;
    }

    /** Empty of a sweep, which has an answer of its own, and where nothing was measured. */
    static Optional<String> of(RunReport report) {
        boolean one = report.answers.isEmpty() && report.run.has("throughput_per_s") && !report.measured.isEmpty();
        return one ? Optional.of(new RunSentence(report).text()) : Optional.empty();
    }

    private String text() {
        return run.text("target") + " completes " + Quantity.figure(run.number("throughput_per_s")) + load() + latency()
                + errors() + ".";
    }

    private String load() {
        if (report.sections.stream().anyMatch(section -> section.load().isPresent())) {
            return " operations/s on average under a load that changes with time";
        }
        List<String> loads = report.measured.stream()
                .map(phase -> load(phase.row()))
                .distinct()
                .toList();
        return loads.size() == 1 ? loads.getFirst() : " operations/s on average of phases with different loads";
    }

    private static String load(Row phase) {
        return phase.has("rate")
                ? " of " + Quantity.figure(phase.number("rate")) + " operations/s that arrive"
                : " operations/s with " + Quantity.count((int) phase.whole("clients"), "client");
    }

    private String latency() {
        if (!run.has("p50_ns")) {
            return "";
        }
        String half = ": half of the responses take at most " + Quantity.duration(run.number("p50_ns"));
        return run.has("p99_ns") ? half + ", 99 of 100 at most " + Quantity.duration(run.number("p99_ns")) : half;
    }

    private String errors() {
        double errors = run.number("errors");
        return errors > 0 ? "; " + Quantity.percent(PERCENT * errors / run.number("operations")) + " failed" : "";
    }
}
