package muster.coordinator.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.stream.LongStream;
import muster.protocol.AbortOperations;
import muster.protocol.AbortedOperation;
import muster.protocol.Envelope;
import muster.protocol.Envelope.BodyCase;
import muster.protocol.ListOperations;
import muster.protocol.OperationId;
import muster.protocol.OperationInFlight;
import muster.protocol.OperationsAborted;
import muster.protocol.OperationsInFlight;
import muster.protocol.Refused;
import org.junit.jupiter.api.Test;

class OperationRequestsTest {
    private static final String PLAN = TestCluster.plan("{kind: measure, duration: 60s, clients: 4}");

    private final TestCluster cluster = new TestCluster();

    private List<FakeWorker> running(String... names) {
        cluster.expectWorkers = names.length;
        List<FakeWorker> workers = List.of(names).stream().map(cluster::worker).toList();
        cluster.submit(PLAN);
        cluster.pass(1_000);
        assertThat(workers).allMatch(worker -> worker.started);
        return workers;
    }

    private void list(int most) {
        cluster.receive(
                TestCluster.CLIENT,
                Envelope.newBuilder()
                        .setListOperations(
                                ListOperations.newBuilder().setRequest(5).setMost(most)));
    }

    private void abort(OperationId... ids) {
        cluster.receive(
                TestCluster.CLIENT,
                Envelope.newBuilder()
                        .setAbortOperations(AbortOperations.newBuilder()
                                .setRequest(6)
                                .addAllOperations(List.of(ids))
                                .setOlderThanNs(7)));
    }

    private static Envelope last(List<Envelope> messages, BodyCase kind) {
        return messages.stream()
                .filter(message -> message.getBodyCase() == kind)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    private static boolean has(List<Envelope> messages, BodyCase kind) {
        return messages.stream().anyMatch(message -> message.getBodyCase() == kind);
    }

    private static void tell(FakeWorker worker, long... agesNs) {
        long request =
                last(worker.heard, BodyCase.LIST_OPERATIONS).getListOperations().getRequest();
        worker.send(Envelope.newBuilder()
                .setOperationsInFlight(OperationsInFlight.newBuilder()
                        .setRequest(request)
                        .setOmitted(3)
                        .addAllOperations(LongStream.of(agesNs)
                                .mapToObj(age -> OperationInFlight.newBuilder()
                                        .setAgeNs(age)
                                        .setId(OperationId.newBuilder()
                                                .setAssignment(worker.assignment)
                                                .setIndex(age))
                                        .build())
                                .toList())));
    }

    private OperationsInFlight listed() {
        return last(cluster.client, BodyCase.OPERATIONS_IN_FLIGHT).getOperationsInFlight();
    }

    @Test
    void the_oldest_of_all_workers_are_listed_with_their_worker_and_its_session() {
        List<FakeWorker> workers = running("a", "b");
        list(3);
        tell(workers.get(0), 50, 10);
        assertThat(has(cluster.client, BodyCase.OPERATIONS_IN_FLIGHT)).isFalse();
        tell(workers.get(1), 70, 40);
        assertThat(listed().getRequest()).isEqualTo(5);
        assertThat(listed().getOperationsList())
                .extracting(
                        OperationInFlight::getAgeNs,
                        OperationInFlight::getWorker,
                        one -> one.getId().getSession())
                .containsExactly(
                        tuple(70L, "b", workers.get(1).session),
                        tuple(50L, "a", workers.get(0).session),
                        tuple(40L, "b", workers.get(1).session));
        assertThat(listed().getOmitted()).isEqualTo(7);
        assertThat(listed().getSilentList()).isEmpty();
    }

    @Test
    void a_worker_that_does_not_answer_is_named_after_two_seconds() {
        List<FakeWorker> workers = running("a", "b");
        list(10);
        tell(workers.get(1), 70);
        cluster.pass(1_900);
        assertThat(has(cluster.client, BodyCase.OPERATIONS_IN_FLIGHT)).isFalse();
        cluster.pass(200);
        assertThat(listed().getOperationsCount()).isEqualTo(1);
        assertThat(listed().getSilentList()).containsExactly("a");
        int answers = cluster.client.size();
        tell(workers.get(0), 80);
        assertThat(cluster.client).as("an answer that comes too late").hasSize(answers);
    }

    @Test
    void without_a_phase_nothing_is_in_flight() {
        cluster.worker("a");
        list(10);
        assertThat(listed().getOperationsCount()).isZero();
        abort();
        assertThat(last(cluster.client, BodyCase.OPERATIONS_ABORTED)
                        .getOperationsAborted()
                        .getRequest())
                .isEqualTo(6);
    }

    @Test
    void each_worker_is_asked_to_abort_its_own_operations_and_an_id_of_nobody_is_unknown() {
        List<FakeWorker> workers = running("a", "b");
        OperationId known = id(workers.get(1).session, 9);
        OperationId unknown = id(4_711, 9);
        abort(known, unknown);
        assertThat(has(workers.get(0).heard, BodyCase.ABORT_OPERATIONS)).isFalse();
        AbortOperations asked =
                last(workers.get(1).heard, BodyCase.ABORT_OPERATIONS).getAbortOperations();
        assertThat(asked.getOperationsList()).containsExactly(known);
        workers.get(1)
                .send(Envelope.newBuilder()
                        .setOperationsAborted(OperationsAborted.newBuilder()
                                .setRequest(asked.getRequest())
                                .addOperations(AbortedOperation.newBuilder()
                                        .setId(OperationId.newBuilder()
                                                .setAssignment(1)
                                                .setIndex(9))
                                        .setState("aborted"))));
        OperationsAborted told =
                last(cluster.client, BodyCase.OPERATIONS_ABORTED).getOperationsAborted();
        assertThat(told.getOperationsList())
                .extracting(AbortedOperation::getId, AbortedOperation::getState)
                .containsExactlyInAnyOrder(tuple(unknown, "unknown"), tuple(known, "aborted"));
    }

    private static OperationId id(long session, long index) {
        return OperationId.newBuilder()
                .setAssignment(1)
                .setSession(session)
                .setIndex(index)
                .build();
    }

    @Test
    void by_age_all_workers_are_asked_and_one_that_leaves_is_not_waited_for() {
        List<FakeWorker> workers = running("a", "b");
        abort();
        for (FakeWorker worker : workers) {
            assertThat(last(worker.heard, BodyCase.ABORT_OPERATIONS)
                            .getAbortOperations()
                            .getOlderThanNs())
                    .isEqualTo(7);
        }
        workers.get(0)
                .send(Envelope.newBuilder()
                        .setOperationsAborted(OperationsAborted.newBuilder()
                                .setRequest(last(workers.get(0).heard, BodyCase.ABORT_OPERATIONS)
                                        .getAbortOperations()
                                        .getRequest())));
        workers.get(1).silent = true;
        cluster.pass(5_000);
        assertThat(last(cluster.client, BodyCase.OPERATIONS_ABORTED)
                        .getOperationsAborted()
                        .getSilentList())
                .containsExactly("b");
    }

    @Test
    void a_question_too_many_is_refused_as_busy_and_no_worker_is_called_silent() {
        List<FakeWorker> workers = running("a");
        for (int asked = 0; asked < 64; asked++) {
            list(10);
        }
        assertThat(cluster.client).noneMatch(Envelope::hasRefused).noneMatch(Envelope::hasOperationsInFlight);
        list(10);
        Refused refused = last(cluster.client, BodyCase.REFUSED).getRefused();
        assertThat(refused.getReason()).contains("busy", "try again");
        assertThat(refused.getRequest()).isEqualTo(5);
        abort();
        assertThat(last(cluster.client, BodyCase.REFUSED).getRefused().getRequest())
                .isEqualTo(6);
        assertThat(has(workers.get(0).heard, BodyCase.ABORT_OPERATIONS)).isFalse();
        tell(workers.get(0), 70);
        int answers = cluster.client.size();
        list(10);
        assertThat(cluster.client).as("there is room again").hasSize(answers);
    }
}
