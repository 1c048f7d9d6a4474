package muster.coordinator.core.phase;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.MeasuredTime;
import muster.model.IndexRange;
import muster.model.PhaseEnd;

/** Closes the books of a phase that has drained: what was planned, and what of it is missing. */
public final class PhaseClose {
    private final PhaseContext phase;
    private final EarlyEndWatch early;

    PhaseClose(PhaseContext phase, EarlyEndWatch early) {
        this.phase = phase;
        this.early = early;
    }

    void begin(long nowNs) {
        phase.status().enter(new PhaseState.Closing());
        if (phase.status().lost()) {
            phase.timeline().endWith(phase.acceptor().lastAnswerNs());
        }
        phase.timeline().close(phase.acceptor().lastCompletionNs(), nowNs);
        List<IndexRange> missing = new ArrayList<>();
        phase.streams().all().forEach(stream -> missing.addAll(missing(stream)));
        String end = phase.status().stopped() ? "stopped" : "complete";
        long executedAgain = phase.streams().executedAgain();
        PhaseEnd row = new PhaseEnd(
                phase.at(), end, phase.timeline().endNs(), planned(), plannedByStream(), executedAgain, missing);
        phase.outbox().add(new Action.ClosePhase(row, measured()));
    }

    private MeasuredTime measured() {
        double whole = phase.timeline().seconds();
        Map<String, Double> ofStreams = new TreeMap<>();
        phase.streams().all().stream()
                .filter(stream -> !stream.name().isEmpty())
                .forEach(stream -> ofStreams.put(stream.name(), stream.measuredSeconds(whole)));
        double sum = phase.streams().all().stream()
                .mapToDouble(stream -> stream.measuredSeconds(whole))
                .sum();
        return new MeasuredTime(phase.phase().spec().turns() == null ? whole : sum, ofStreams);
    }

    private List<IndexRange> missing(PhaseStream stream) {
        boolean byReturns = !counts() && (early.ended() || !stream.issuer().openModel());
        return stream.book().missing(byReturns ? stream.book().granted() : planned(stream), !byReturns);
    }

    private boolean counts() {
        return phase.phase().planned() >= 0;
    }

    private long planned() {
        return phase.streams().all().stream().mapToLong(this::planned).sum();
    }

    private List<Long> plannedByStream() {
        return phase.streams().all().stream().map(this::planned).toList();
    }

    /** Of a phase that ended early nobody planned more than what was given out. */
    private long planned(PhaseStream stream) {
        if (counts()) {
            return stream.load().planned();
        }
        return early.ended() ? stream.issuer().started() : stream.issuer().plannedByDuration();
    }

    /** Arrivals of an open stream whose phase went on for its duration, and that no snapshot covers. */
    public long missedArrivals(PhaseStream stream) {
        boolean whole = !phase.status().stopped();
        return stream.issuer().openModel() && !counts() && whole
                ? planned(stream) - stream.book().covered()
                : 0;
    }
}
