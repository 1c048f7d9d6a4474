package muster.worker.engine.time;

import muster.workloads.plan.PhaseSpec.Think;
import muster.workloads.random.GapTable;
import muster.workloads.random.Mix;

/** One client's pauses between operations, drawn anew for each. */
public final class ThinkTime {
    private final Think think;
    private final long key;
    private long draws;

    public ThinkTime(Think think, long seed, int client) {
        this.think = think;
        this.key = Mix.mix(seed, client);
    }

    public long nextNs() {
        return think.exponential() ? GapTable.ns(Mix.mix(key, draws++), think.meanNs()) : think.meanNs();
    }
}
