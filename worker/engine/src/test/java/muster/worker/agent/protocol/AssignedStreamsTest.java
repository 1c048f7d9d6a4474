package muster.worker.agent.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.model.StreamIndex;
import muster.protocol.Credit;
import muster.protocol.Envelope;
import muster.protocol.Lease;
import muster.protocol.Prepare;
import muster.protocol.Resources;
import muster.protocol.SessionState;
import muster.protocol.SetConcurrency;
import muster.protocol.Start;
import org.junit.jupiter.api.Test;

/** An assignment of three loads, of which the worker has clients of two. */
class AssignedStreamsTest {
    private final WorkerOutput output = new WorkerOutput();
    private final AssignmentMachine machine = new AssignmentMachine(
            Prepare.newBuilder()
                    .setAssignment(9)
                    .setClients(5)
                    .addAllStreamClients(List.of(4, 0, 1))
                    .build(),
            output);

    AssignedStreamsTest() {
        output.open(new SessionId(1, 2));
        machine.clockKnown(new ClockOffset(700, 5));
        machine.prepared(Map.of(), Resources.getDefaultInstance());
        output.take();
    }

    private List<Envelope> sent() {
        return output.take().stream()
                .filter(WorkerAction.Send.class::isInstance)
                .map(action -> ((WorkerAction.Send) action).envelope())
                .toList();
    }

    private static Lease lease(long number, int stream, long count) {
        return Lease.newBuilder()
                .setLease(number)
                .setFirst(StreamIndex.first(stream))
                .setCount(count)
                .build();
    }

    private void running() {
        machine.lease(lease(1, 0, 10));
        machine.lease(lease(2, 2, 0));
        machine.start(Start.getDefaultInstance());
        output.take();
    }

    @Test
    void it_is_ready_once_each_load_that_it_has_clients_of_has_a_lease() {
        machine.lease(lease(1, 0, 10));
        assertThat(sent()).isEmpty();
        machine.lease(lease(2, 2, 0));
        assertThat(sent()).extracting(Envelope::getBodyCase).containsExactly(Envelope.BodyCase.READY);
    }

    @Test
    void each_load_asks_for_its_own_leases() {
        running();
        machine.wanted(0, 5, 1.0);
        machine.wanted(2, 2, 7.0);
        assertThat(sent())
                .extracting(Envelope::getCredit)
                .extracting(Credit::getStream)
                .containsExactly(0, 2);
        machine.giveCredit();
        assertThat(sent())
                .extracting(Envelope::getCredit)
                .extracting(Credit::getTotal)
                .as("said again with each heartbeat")
                .containsExactly(5L, 2L);
    }

    @Test
    void a_share_is_one_of_its_load() {
        running();
        SetConcurrency share = SetConcurrency.newBuilder()
                .setAssignment(9)
                .setSerial(3)
                .setClients(2)
                .setStream(2)
                .build();
        machine.share(share);
        assertThat(output.take()).contains(new WorkerAction.SetClients(9, 2, 3, 2));
        machine.shareTaken(2, 3);
        assertThat(sent().getFirst().getConcurrencyApplied().getStream()).isEqualTo(2);
        assertThat(machine.holding().getStreamClientsList()).containsExactly(4, 0, 2);
    }

    @Test
    void what_is_of_a_load_that_the_phase_does_not_have_is_left_alone() {
        running();
        machine.lease(lease(3, 7, 10));
        machine.lease(Lease.newBuilder().setLease(4).setFirst(-1).setCount(1).build());
        machine.share(SetConcurrency.newBuilder().setAssignment(9).setStream(7).build());
        assertThat(output.take()).isEmpty();
    }

    @Test
    void another_coordinator_is_told_what_it_holds_of_each_load() {
        running();
        SessionState holding = machine.holding();
        assertThat(holding.getStreamClientsList()).containsExactly(4, 0, 1);
        assertThat(holding.getStreamGrantedList()).containsExactly(1L, 0L, 0L);
        assertThat(holding.getClients()).isEqualTo(5);
        assertThat(holding.getGranted()).isEqualTo(1);
    }
}
