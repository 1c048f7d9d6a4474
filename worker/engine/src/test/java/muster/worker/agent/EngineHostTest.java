package muster.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import muster.worker.agent.protocol.WorkerEvent;
import muster.worker.engine.Engine;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.record.Interval.Covered;
import org.junit.jupiter.api.Test;

/** The order in which an engine's answers reach the protocol. */
class EngineHostTest {
    @Test
    void what_comes_back_is_said_before_that_it_has_drained_even_if_it_drained_at_once() {
        List<WorkerEvent> said = new ArrayList<>();

        EngineHost.drain(new AtOnce(), 7, said::add);

        assertThat(said).hasSize(2);
        assertThat(said.getFirst())
                .isInstanceOfSatisfying(
                        WorkerEvent.Unstarted.class,
                        unstarted -> assertThat(unstarted.unstarted()).hasSize(1));
        assertThat(said.getLast()).isEqualTo(new WorkerEvent.Drained(7));
    }

    /** It has nothing in flight, and so has drained before it can say what comes back. */
    private static final class AtOnce implements Engine {
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
        public void start(long startNs, long endNs) {}

        @Override
        public void clients(int clients, Runnable taken) {}

        @Override
        public EngineGauges gauges() {
            return new EngineGauges(0, 0, 0, 0, 0, 0, 0, 0, 0);
        }

        @Override
        public void retire() {}

        @Override
        public void close() {}
    }
}
