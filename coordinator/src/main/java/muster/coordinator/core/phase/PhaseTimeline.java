package muster.coordinator.core.phase;

import muster.workloads.plan.PhaseSpec;

/** When a phase starts and ends, in nanoseconds of the coordinator's clock. */
public final class PhaseTimeline {
    private final PhaseSpec spec;
    private long startNs;
    private long endNs;
    /** How long before the start it is set; longer if the disk is slow. */
    private long startDelayNs;
    /** It is durable that the phase starts, so workers may be told. */
    private boolean begun;

    PhaseTimeline(PhaseSpec spec) {
        this.spec = spec;
    }

    public long startNs() {
        return startNs;
    }

    /** 0 while nobody knows it: a number of operations bounds the phase. */
    long endNs() {
        return endNs;
    }

    boolean begun() {
        return begun;
    }

    /** Sets the start; twice as far ahead as the last time. */
    void schedule(long leastDelayNs, long nowNs) {
        startDelayNs = Math.max(2 * startDelayNs, leastDelayNs);
        long soonestNs = nowNs + startDelayNs;
        startNs = spec.turns() == null ? soonestNs : spec.turns().beginNs(soonestNs);
        endNs = spec.durationNs() == 0 ? 0 : startNs + spec.durationNs();
    }

    void begin() {
        begun = true;
    }

    /** As an earlier incarnation set it. */
    void resume(long phaseStartNs, long phaseEndNs) {
        startNs = phaseStartNs;
        endNs = phaseEndNs;
        begun = true;
    }

    void stop(long nowNs) {
        if (!begun) {
            startNs = nowNs;
            endNs = nowNs;
        }
        endNs = endNs == 0 ? 0 : Math.min(endNs, Math.max(nowNs, startNs));
    }

    /** A phase without an end so far ends with its last completion. */
    void close(long lastCompletionNs, long nowNs) {
        if (endNs == 0) {
            endNs = lastCompletionNs == 0 ? nowNs : lastCompletionNs;
        }
    }

    /** It ended with the last answer of a target that was lost; with its start if there was none. */
    void endWith(long lastAnswerNs) {
        long lastNs = Math.max(startNs, lastAnswerNs + 1);
        endNs = endNs == 0 ? lastNs : Math.min(endNs, lastNs);
    }

    /** Arrivals before the end that start late are waited for, as long as operations in flight may take. */
    boolean isUp(boolean awaitsArrivals, long nowNs) {
        if (!begun || endNs == 0 || nowNs < endNs) {
            return false;
        }
        return !awaitsArrivals || nowNs >= endNs + spec.drainNs();
    }

    /** Until the end of a phase that is bound by its duration; -1 for others. */
    double secondsLeft(long nowNs) {
        return endNs == 0 ? -1 : Math.max(0, endNs - nowNs) / 1e9;
    }

    /** The measured time. */
    public double seconds() {
        return Math.max(0, endNs - startNs) / 1e9;
    }
}
