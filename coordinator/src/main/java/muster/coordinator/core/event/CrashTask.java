package muster.coordinator.core.event;

import muster.model.PhaseAt;
import muster.workloads.plan.section.CrashSpec;

/** What is to be done to the server of a plan within a phase, now. */
public record CrashTask(PhaseAt at, CrashSpec spec) {
    /**
     * When it was done, in nanoseconds of the coordinator's clock.
     *
     * @param crashNs the signal was sent
     * @param downNs all processes were gone, or stopped
     * @param readyNs the server answered a query again, or went on
     */
    public record Times(long crashNs, long downNs, long readyNs) {
        /** Of one that failed. */
        public static final Times NONE = new Times(0, 0, 0);
    }
}
