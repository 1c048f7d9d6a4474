package muster.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import muster.worker.agent.inflight.PhaseEngine;
import muster.worker.agent.inflight.PhaseEngine.StreamEngine;
import muster.worker.agent.protocol.WorkerEvent;
import muster.worker.engine.Engine;
import muster.worker.engine.execution.AbortOutcome;
import muster.worker.engine.execution.RunningOperation;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.record.Interval.Covered;
import org.junit.jupiter.api.Test;

/** The order in which an engine's reports reach the protocol. */
class WorkerLoopTest {
    @Test
    void unstarted_leases_are_reported_before_the_drain_even_if_the_engine_drained_at_once() {
        List<WorkerEvent> events = new ArrayList<>();

        WorkerLoop.drain(
                new EngineSlot.Connected(
                        new PhaseEngine(7, List.of(new StreamEngine(new AtOnce(), false)), operation -> ""), 0),
                events::add);

        assertThat(events).hasSize(2);
        assertThat(events.getFirst())
                .isInstanceOfSatisfying(
                        WorkerEvent.Unstarted.class,
                        unstarted -> assertThat(unstarted.unstarted()).hasSize(1));
        assertThat(events.getLast()).isEqualTo(new WorkerEvent.Drained(7));
    }

    /** It has nothing in flight, and so has drained before it can say what comes back. */
    private static final class AtOnce implements Engine {
        @Override
        public List<RunningOperation> running() {
            return List.of();
        }

        @Override
        public AbortOutcome abort(long index) {
            return new AbortOutcome.NotInFlight();
        }

        @Override
        public List<Covered> drain(Runnable drained) {
            drained.run();
            return List.of(new Covered(1, new long[] {0, 16}));
        }

        @Override
        public boolean offer(LeaseGrant lease) {
            return false;
        }

        @Override
        public void start(long startNs, long endNs, long phaseStartNs) {}

        @Override
        public long completed() {
            return 0;
        }

        @Override
        public void clients(int clients, Runnable taken) {}

        @Override
        public EngineGauges gauges() {
            return EngineGauges.NONE;
        }

        @Override
        public void retire() {}

        @Override
        public void close() {}
    }
}
