package muster.worker.engine;

import muster.workloads.plan.PhaseSpec.Think;

/** One client's pauses between operations, drawn anew for each. */
final class ThinkTime {
    private final Think think;

    ThinkTime(Think think, long seed, int client) {
        this.think = think;
    }

    long nextNs() {
        return think.meanNs();
    }
}
