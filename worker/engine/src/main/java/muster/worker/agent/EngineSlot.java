package muster.worker.agent;

import java.util.ArrayList;
import java.util.List;
import muster.worker.agent.inflight.PhaseEngine;
import muster.worker.engine.lease.LeaseGrant;

/** Which engine a worker has. */
sealed interface EngineSlot {
    /** 0 if there is none. */
    long assignment();

    /** No assignment. */
    record Empty() implements EngineSlot {
        @Override
        public long assignment() {
            return 0;
        }
    }

    /**
     * An engine connects in the background, and may ask for leases meanwhile: these wait. Compared by identity, because an
     * assignment may be prepared a second time, for another incarnation of the coordinator.
     */
    final class Connecting implements EngineSlot {
        final List<LeaseGrant> early = new ArrayList<>();
        private final long assignment;

        Connecting(long assignment) {
            this.assignment = assignment;
        }

        @Override
        public long assignment() {
            return assignment;
        }
    }

    /**
     * Engines that take leases.
     *
     * @param clockOffsetNs coordinator's clock minus System.nanoTime, frozen for the phase
     */
    record Connected(PhaseEngine phase, long clockOffsetNs) implements EngineSlot {
        @Override
        public long assignment() {
            return phase.assignment();
        }
    }
}
