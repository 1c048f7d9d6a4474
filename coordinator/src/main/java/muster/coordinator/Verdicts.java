package muster.coordinator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import muster.coordinator.PhaseFigures.OperationFigures;
import muster.protocol.Resources;
import muster.store.CheckRow;
import muster.store.PhaseAt;
import muster.workloads.plan.Threshold;

/** Judges a measure phase: thresholds (did the database do what was asked?) and validity (could the generator be trusted?). */
final class Verdicts {
    private static final long MOST_LAG_NS = 50_000_000;
    private static final long MOST_LATE_NS = 50_000_000;
    private static final double MOST_WAIT_SHARE = 0.5;
    private static final double MOST_GC_SHARE = 0.05;
    private static final double MOST_STEAL_SHARE = 0.10;

    private final PhaseAt at;
    private final double seconds;
    private final List<CheckRow> rows = new ArrayList<>();

    private Verdicts(PhaseAt at, double seconds) {
        this.at = at;
        this.seconds = seconds;
    }

    static List<CheckRow> thresholds(PhaseAt at, PhaseFigures figures, List<Threshold> thresholds) {
        Verdicts verdicts = new Verdicts(at, 0);
        thresholds.forEach(threshold -> verdicts.threshold(threshold, figures));
        return verdicts.rows;
    }

    /**
     * Evidence against the generator, worker by worker (SEMANTICS 21).
     *
     * @param serviceNs all that was measured as service time, summed up
     * @param saturates whether the plan means to use all cores, as noop does: then waiting for one is no evidence
     */
    static List<CheckRow> validity(
            PhaseAt at,
            double seconds,
            List<Member> members,
            long missedArrivals,
            boolean openLoop,
            boolean saturates,
            double serviceNs) {
        Verdicts verdicts = new Verdicts(at, seconds);
        for (Member member : members) {
            verdicts.worker(member, openLoop, saturates, serviceNs / members.size());
        }
        verdicts.row(
                "validity",
                "missed arrivals",
                "0",
                missedArrivals + "",
                missedArrivals == 0,
                "",
                "arrivals of the schedule were never started");
        return verdicts.rows;
    }

    private void threshold(Threshold threshold, PhaseFigures figures) {
        double observed = figures.operations().stream()
                .filter(row -> row.operation().equals(threshold.operation())
                        && row.timing().equals(threshold.timing()))
                .findFirst()
                .map(row -> observe(threshold.metric(), row))
                .orElse(Double.NaN);
        boolean met = !Double.isNaN(observed) && threshold.met(observed);
        String reason = Double.isNaN(observed) ? "too few samples, or no such operation" : "";
        row("threshold", threshold.text(), threshold.text(), observed(threshold.metric(), observed), met, "", reason);
    }

    private static double observe(String metric, OperationFigures row) {
        return switch (metric) {
            case "throughput" -> row.throughputPerS();
            case "errors" -> row.errors();
            case "errors%" -> row.all() == 0 ? 0 : 100.0 * row.errors() / row.all();
            case "mean" -> row.samples() == 0 ? Double.NaN : row.meanNs();
            case "min" -> row.samples() == 0 ? Double.NaN : row.minNs();
            case "max" -> row.samples() == 0 ? Double.NaN : row.maxNs();
            default -> percentile(row, Double.parseDouble(metric.substring(1)));
        };
    }

    private static double percentile(OperationFigures row, double percentile) {
        long value = row.percentiles().at(percentile);
        return value < 0 ? Double.NaN : value;
    }

    /** In the unit that a threshold is written in. */
    private static String observed(String metric, double value) {
        if (Double.isNaN(value)) {
            return "none";
        }
        return switch (metric) {
            case "throughput" -> String.format(Locale.ROOT, "%.1f/s", value);
            case "errors" -> String.format(Locale.ROOT, "%.0f", value);
            case "errors%" -> String.format(Locale.ROOT, "%.3g", value);
            default -> Summary.time(value);
        };
    }

    private static String format(double value) {
        return Double.isNaN(value) ? "none" : String.format(Locale.ROOT, "%.6g", value);
    }

    private void worker(Member member, boolean openLoop, boolean saturates, double serviceNs) {
        Resources now = member.worker.resources;
        Resources before = member.before;
        String name = member.worker.name();
        if (!saturates) {
            waited(name, now.getRunQueueWaitNs() - before.getRunQueueWaitNs(), serviceNs);
        }
        share(
                name,
                "gc pauses",
                now.getGcPauseNs() - before.getGcPauseNs(),
                MOST_GC_SHARE,
                "garbage collection stopped the worker");
        share(
                name,
                "steal",
                now.getStealNs() - before.getStealNs(),
                MOST_STEAL_SHARE * Math.max(1, member.worker.hello.getCores()),
                "the hypervisor took the cores away");
        if (!member.joining) {
            most(
                    name,
                    "late start",
                    member.lateStartNs,
                    Math.max(MOST_LATE_NS, member.offsetErrorNs),
                    "it began after the others");
        }
        if (openLoop) {
            most(name, "schedule lag", member.pacingLagMaxNs, MOST_LAG_NS, "it could not keep to the schedule");
        }
        most(name, "clients without a completion", member.idleClients, 0, "clients never completed an operation");
        most(name, "clamped samples", member.clamped, 0, "latencies beyond one hour were cut");
    }

    /**
     * How much of what was measured as service time its threads may have spent waiting for a core. The share of the
     * threads' own time says nothing: beside a busy database on the same machine it is always large.
     */
    private void waited(String worker, long waitNs, double serviceNs) {
        double share = serviceNs <= 0 ? 0 : waitNs / serviceNs;
        row(
                "validity",
                "run-queue wait",
                "<= " + format(MOST_WAIT_SHARE) + " of the service time",
                format(share),
                share <= MOST_WAIT_SHARE,
                worker,
                "its threads waited for a core: this generator was too slow to be trusted");
    }

    private void share(String worker, String name, long ns, double most, String reason) {
        double share = seconds <= 0 ? 0 : ns / 1e9 / seconds;
        row("validity", name, "<= " + format(most) + " of the time", format(share), share <= most, worker, reason);
    }

    private void most(String worker, String name, long value, long most, String reason) {
        row("validity", name, "<= " + most, value + "", value <= most, worker, reason);
    }

    private void row(
            String kind, String name, String expected, String observed, boolean passed, String worker, String reason) {
        rows.add(new CheckRow(
                at.runId(),
                at.step(),
                at.trial(),
                kind,
                name,
                expected,
                observed,
                passed,
                worker,
                passed ? "" : reason));
    }
}
