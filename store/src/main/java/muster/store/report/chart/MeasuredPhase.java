package muster.store.report.chart;

import muster.model.PhaseAt;
import muster.store.table.Row;

/** A measured phase of a trial, with the figures of step_summary. */
public record MeasuredPhase(long runId, Row row) {
    private static final double SECOND_NS = 1e9;

    public PhaseAt at() {
        return new PhaseAt(runId, (int) row.whole("step"), (int) row.whole("trial"), row.text("phase"));
    }

    public boolean isFinished() {
        return row.whole("finished") != 0;
    }

    long startNs() {
        return row.whole("start_ns");
    }

    /** The second, counted from 1970, that it starts in. */
    long firstSecond() {
        return Math.floorDiv(startNs(), (long) SECOND_NS);
    }

    /** The time that throughput is over; of a phase that goes on, up to its last stored second. */
    double durationS(long lastSecond) {
        long until = row.whole("measured_until_ns");
        long set = row.whole("set_end_ns");
        long seen = (lastSecond + 1) * (long) SECOND_NS;
        long end = until > startNs() ? until : set > 0 ? Math.min(set, seen) : seen;
        return Math.max(1e-9, (end - startNs()) / SECOND_NS);
    }

    /** Of a unix second, when it begins: seconds since the start of the phase, below 0 in the first. */
    double sinceStart(long unixSecond) {
        return (unixSecond * (long) SECOND_NS - startNs()) / SECOND_NS;
    }

    double sinceStartNs(long ns) {
        return (ns - startNs()) / SECOND_NS;
    }
}
