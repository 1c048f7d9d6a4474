package muster.coordinator.core.phase;

import java.util.List;
import muster.coordinator.core.event.Action;
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
        boolean byReturns = !counts() && (early.ended() || !phase.issuer().openModel());
        List<IndexRange> missing = phase.book().missing(byReturns ? phase.book().frontier() : planned(), !byReturns);
        String end = phase.status().stopped() ? "stopped" : "complete";
        long executedAgain = phase.book().executedAgain();
        PhaseEnd row = new PhaseEnd(phase.at(), end, phase.timeline().endNs(), planned(), executedAgain, missing);
        phase.outbox().add(new Action.ClosePhase(row, phase.timeline().seconds()));
    }

    private boolean counts() {
        return phase.phase().planned() >= 0;
    }

    /** Of a phase that ended early nobody planned more than what was given out. */
    private long planned() {
        if (counts()) {
            return phase.phase().planned();
        }
        return early.ended() ? phase.issuer().started() : phase.issuer().plannedByDuration();
    }

    /** Arrivals of an open phase that went on for its duration, and that no snapshot covers. */
    public long missedArrivals() {
        boolean whole = !phase.status().stopped();
        return phase.issuer().openModel() && !counts() && whole
                ? planned() - phase.book().covered()
                : 0;
    }
}
