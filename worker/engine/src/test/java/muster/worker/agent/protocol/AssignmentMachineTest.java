package muster.worker.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.protocol.Acknowledge;
import muster.protocol.Coverage;
import muster.protocol.Envelope;
import muster.protocol.Lease;
import muster.protocol.Prepare;
import muster.protocol.Resources;
import muster.protocol.SetConcurrency;
import muster.protocol.Snapshot;
import muster.protocol.Start;
import org.junit.jupiter.api.Test;

/** One assignment, from the clock offset to the last acknowledgement. */
class AssignmentMachineTest {
    private static final ClockOffset OFFSET = new ClockOffset(700, 5);

    private final WorkerOutput output = new WorkerOutput();
    private final AssignmentMachine machine = new AssignmentMachine(
            Prepare.newBuilder().setAssignment(9).setClients(4).build(), output);

    AssignmentMachineTest() {
        output.open(new SessionId(1, 2));
    }

    private void prepared() {
        machine.prepared(Map.of("address", "db:1"), Resources.getDefaultInstance());
    }

    private void running() {
        machine.clockKnown(OFFSET);
        prepared();
        machine.lease(lease(1, 10));
        machine.start(Start.getDefaultInstance());
        output.take();
    }

    private static Lease lease(long number, long count) {
        return Lease.newBuilder().setLease(number).setCount(count).build();
    }

    private static Snapshot.Builder covering(long lease, long count) {
        return Snapshot.newBuilder()
                .addCoverage(Coverage.newBuilder().setLease(lease).addRuns(0).addRuns(count));
    }

    private List<Envelope.BodyCase> sent() {
        return output.take().stream()
                .filter(WorkerAction.Send.class::isInstance)
                .map(action -> ((WorkerAction.Send) action).envelope().getBodyCase())
                .toList();
    }

    @Test
    void the_engine_is_prepared_once_with_the_first_offset_that_is_known() {
        machine.clockKnown(OFFSET);
        machine.clockKnown(new ClockOffset(800, 5));
        assertThat(output.take())
                .singleElement()
                .isInstanceOfSatisfying(
                        WorkerAction.PrepareEngine.class,
                        prepare -> assertThat(prepare.offsetNs()).isEqualTo(700));
        assertThat(machine.state()).isEqualTo(new AssignmentState.Preparing(false));
    }

    @Test
    void it_is_ready_once_the_engine_is_connected_and_a_lease_has_arrived_in_either_order() {
        machine.clockKnown(OFFSET);
        output.take();
        machine.lease(lease(1, 0));
        assertThat(sent()).isEmpty();
        prepared();
        assertThat(sent()).containsExactly(Envelope.BodyCase.READY);
        machine.lease(lease(2, 10));
        assertThat(output.take()).containsExactly(new WorkerAction.Offer(lease(2, 10)));
        assertThat(machine.state()).isEqualTo(new AssignmentState.Ready());
    }

    @Test
    void an_engine_without_a_lease_is_connected_but_not_ready() {
        machine.clockKnown(OFFSET);
        prepared();
        assertThat(machine.state()).isEqualTo(new AssignmentState.Connected());
        machine.lease(lease(1, 0));
        assertThat(machine.state()).isEqualTo(new AssignmentState.Ready());
    }

    @Test
    void it_starts_the_engine_once() {
        running();
        machine.start(Start.getDefaultInstance());
        assertThat(output.take()).isEmpty();
    }

    @Test
    void a_drain_that_comes_while_the_engine_connects_waits_for_it() {
        machine.clockKnown(OFFSET);
        output.take();
        machine.drain();
        assertThat(output.take()).isEmpty();
        prepared();
        assertThat(output.take()).containsExactly(new WorkerAction.DrainEngine(9));
        assertThat(machine.state()).isEqualTo(new AssignmentState.Draining(false));
    }

    @Test
    void a_lease_that_arrives_while_it_drains_goes_back_whole() {
        running();
        machine.drain();
        output.take();
        machine.lease(lease(2, 7));
        assertThat(sent()).containsExactly(Envelope.BodyCase.RETURNED);
    }

    @Test
    void it_asks_for_no_more_work_while_it_drains() {
        running();
        machine.wanted(0, 5, 1.0);
        assertThat(sent()).containsExactly(Envelope.BodyCase.CREDIT);
        machine.drain();
        output.take();
        machine.giveCredit();
        assertThat(sent()).isEmpty();
    }

    @Test
    void it_asks_for_no_more_work_while_600_snapshots_wait_for_acknowledgement() {
        running();
        machine.wanted(0, 5, 1.0);
        for (int i = 0; i < 600; i++) {
            machine.recorded(Snapshot.newBuilder());
        }
        output.take();
        machine.giveCredit();
        assertThat(sent()).isEmpty();
        machine.acknowledged(Acknowledge.newBuilder().setThrough(1).build());
        machine.giveCredit();
        assertThat(sent()).containsExactly(Envelope.BodyCase.CREDIT);
    }

    @Test
    void it_is_over_when_it_has_drained_and_every_snapshot_is_acknowledged() {
        running();
        machine.recorded(covering(1, 10));
        machine.drain();
        machine.drained();
        assertThat(machine.over()).isFalse();
        machine.acknowledged(Acknowledge.newBuilder().setThrough(1).build());
        assertThat(machine.over()).isTrue();
        assertThat(output.take()).contains(new WorkerAction.CloseEngine(9, false));
    }

    @Test
    void an_engine_that_cannot_be_prepared_has_drained() {
        machine.clockKnown(OFFSET);
        output.take();
        machine.failed("target", "refused");
        assertThat(sent()).containsExactly(Envelope.BodyCase.FAILED, Envelope.BodyCase.DRAINED);
        assertThat(machine.over()).isTrue();
    }

    @Test
    void a_failure_while_it_runs_leaves_the_drain_to_the_coordinator() {
        running();
        machine.failed("fault", "a bug");
        assertThat(sent()).containsExactly(Envelope.BodyCase.FAILED);
        assertThat(machine.state()).isEqualTo(new AssignmentState.Running());
    }

    @Test
    void an_abort_closes_the_engine_and_counts_as_drained() {
        running();
        machine.recorded(covering(1, 3));
        output.take();
        machine.abort();
        List<WorkerAction> actions = output.take();
        assertThat(actions.getFirst()).isEqualTo(new WorkerAction.CloseEngine(9, false));
        assertThat(machine.state()).isEqualTo(new AssignmentState.Finished(true));
        assertThat(machine.over()).as("the snapshot is not acknowledged").isFalse();
    }

    @Test
    void it_holds_what_is_neither_acknowledged_nor_given_back() {
        running();
        machine.lease(lease(2, 10));
        machine.recorded(covering(1, 10));
        machine.recorded(covering(2, 4));
        machine.acknowledged(Acknowledge.newBuilder().setThrough(1).build());
        assertThat(machine.holding().getGranted()).isEqualTo(2);
        assertThat(machine.holding().getLeasesList())
                .extracting(Lease::getLease)
                .containsExactly(2L);
    }

    @Test
    void clients_count_as_held_until_the_engine_confirms_that_it_runs_fewer() {
        running();
        machine.share(SetConcurrency.newBuilder().setSerial(1).setClients(1).build());
        assertThat(machine.holding().getClients()).isEqualTo(4);
        machine.shareTaken(0, 1);
        assertThat(machine.holding().getClients()).isEqualTo(1);
    }

    @Test
    void another_incarnation_is_sent_the_leases_the_snapshots_and_the_end() {
        running();
        machine.recorded(covering(1, 3));
        machine.drain();
        machine.drained();
        output.take();
        machine.resume();
        assertThat(sent())
                .containsExactly(
                        Envelope.BodyCase.SESSION_STATE, Envelope.BodyCase.SNAPSHOT, Envelope.BodyCase.DRAINED);
    }
}
