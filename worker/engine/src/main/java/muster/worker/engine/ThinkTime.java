package muster.worker.engine;

import muster.workloads.plan.PhaseSpec.Think;
import muster.workloads.random.GapTable;
import muster.workloads.random.Mix;

/** One client's pauses between operations, drawn anew for each. */
final class ThinkTime {
    private final Think think;
    private final long key;
    private long draws;

    ThinkTime(Think think, long seed, int client) {
        this.think = think;
        this.key = Mix.mix(seed, client);
    }

    long nextNs() {
        return think.exponential() ? GapTable.ns(Mix.mix(key, draws++), think.meanNs()) : think.meanNs();
    }
}
