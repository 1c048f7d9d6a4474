package muster.coordinator.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor.JavaType;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import muster.coordinator.core.event.Action;
import muster.protocol.AnswerCounts;
import muster.protocol.ConcurrencyApplied;
import muster.protocol.Coverage;
import muster.protocol.CrashFindings;
import muster.protocol.Credit;
import muster.protocol.Drained;
import muster.protocol.Envelope;
import muster.protocol.Envelope.BodyCase;
import muster.protocol.Failed;
import muster.protocol.FeedSample;
import muster.protocol.Finding;
import muster.protocol.Heartbeat;
import muster.protocol.Hello;
import muster.protocol.Lease;
import muster.protocol.LostWrites;
import muster.protocol.NonOkPositions;
import muster.protocol.OperationId;
import muster.protocol.OperationInFlight;
import muster.protocol.OperationSample;
import muster.protocol.OperationsInFlight;
import muster.protocol.Ready;
import muster.protocol.ResourceSample;
import muster.protocol.Resources;
import muster.protocol.Returned;
import muster.protocol.SeenAnswer;
import muster.protocol.SessionState;
import muster.protocol.SlowOperation;
import muster.protocol.Snapshot;
import muster.protocol.StageTime;
import muster.protocol.StatementNote;
import muster.protocol.Submit;
import muster.protocol.TaskResult;
import muster.protocol.ThreadTime;
import muster.protocol.WrongAnswer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * An absurd number in each field of each message that a peer can send: the message is found by its descriptor, so a field
 * that is new and has no bound fails here.
 */
class ForgedFiguresTest {
    private static final String COUNT = TestCluster.plan("{kind: measure, operations: 100, clients: 4}");

    /** Bits without an order: identifiers, sums of hashes, and what only names a request or a session that must be known. */
    private static final Set<String> UNORDERED = Set.of(
            "Snapshot.digest",
            "Snapshot.content",
            "FeedSample.posts",
            "OperationId.session",
            "OperationId.assignment",
            "OperationsInFlight.request",
            "Hello.nonce",
            "Hello.previous_session",
            "Hello.previous_epoch",
            "Submit.request",
            "Submit.order_seed");
    /** A position that is not of the lease makes the outcome of all that the snapshot covers uncertain, and no more. */
    private static final Set<String> UNCERTAIN =
            Set.of("NonOkPositions: Coverage.lease", "NonOkPositions: Coverage.runs");

    private record Forged(String field, Message message) {}

    /** All messages like this one, each with one number that cannot be. */
    private static List<Forged> forged(Message message) {
        List<Forged> all = new ArrayList<>();
        for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
            String name = message.getDescriptorForType().getName() + "." + field.getName();
            if (field.isMapField()) {
                all.addAll(ofMap(message, field, name));
            } else if (field.getJavaType() == JavaType.MESSAGE) {
                all.addAll(ofPart(message, field, name));
            } else {
                absurd(field).forEach(value -> all.add(new Forged(name, with(message, field, value))));
            }
        }
        return all;
    }

    private static List<Forged> ofPart(Message message, FieldDescriptor field, String name) {
        boolean there = field.isRepeated() ? message.getRepeatedFieldCount(field) > 0 : message.hasField(field);
        if (!there) {
            fail("the honest message of this test has no " + name + ": add one, and a bound for each of its figures");
        }
        Message part = (Message) (field.isRepeated() ? message.getRepeatedField(field, 0) : message.getField(field));
        String prefix = name.equals("NonOkPositions.positions") ? "NonOkPositions: " : "";
        return forged(part).stream()
                .map(one -> new Forged(prefix + one.field(), with(message, field, one.message())))
                .toList();
    }

    private static List<Forged> ofMap(Message message, FieldDescriptor field, String name) {
        FieldDescriptor value = field.getMessageType().findFieldByNumber(2);
        return absurd(value).stream()
                .map(absurd -> {
                    Message.Builder builder = message.toBuilder();
                    Message.Builder entry = builder.newBuilderForField(field);
                    entry.setField(field.getMessageType().findFieldByNumber(1), "x");
                    entry.setField(value, absurd);
                    return new Forged(
                            name, builder.addRepeatedField(field, entry.build()).build());
                })
                .toList();
    }

    private static Message with(Message message, FieldDescriptor field, Object value) {
        Message.Builder builder = message.toBuilder();
        return field.isRepeated()
                ? builder.clearField(field).addRepeatedField(field, value).build()
                : builder.setField(field, value).build();
    }

    private static List<Object> absurd(FieldDescriptor field) {
        return switch (field.getJavaType()) {
            case LONG -> List.of(Long.MAX_VALUE, isSigned(field) ? Long.MIN_VALUE : -1L);
            case INT -> List.of(-1, Integer.MIN_VALUE);
            case DOUBLE -> List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);
            default -> List.of();
        };
    }

    /** A monotonic clock may be below 0, and is sent as it is. */
    private static boolean isSigned(FieldDescriptor field) {
        return field.getType() == FieldDescriptor.Type.INT64
                || field.getFullName().equals("muster.v1.Resources.read_at_ns");
    }

    // ---- workers ----

    private final TestCluster cluster = new TestCluster();
    private FakeWorker liar;
    private FakeWorker honest;

    /** Two workers that hold leases; the first has executed, and reported nothing. */
    private void work() {
        cluster.expectWorkers = 2;
        cluster.leaseSize = 10;
        liar = cluster.worker("liar");
        honest = cluster.worker("honest");
        cluster.submit(COUNT);
        cluster.pass(1_000);
        liar.execute(5);
    }

    /** Each message as this worker would send it now, with all that it can hold. */
    private List<Envelope> honestMessages() {
        long lease = liar.leases.getFirst().getLease();
        long index = liar.leases.getFirst().getFirst();
        long nowNs = cluster.nowNs();
        Coverage none =
                Coverage.newBuilder().setLease(lease).addRuns(0).addRuns(5).build();
        Snapshot snapshot = liar.next(liar.unreported()).toBuilder()
                .setResources(Resources.getDefaultInstance())
                .setPhase(Resources.getDefaultInstance())
                .addSlow(SlowOperation.newBuilder()
                        .setOperation("noop")
                        .setOutcome("ok")
                        .setIndex(index)
                        .setEndNs(nowNs))
                .addNonOkPositions(
                        NonOkPositions.newBuilder().setOutcome("again").addPositions(none))
                .addFeeds(FeedSample.newBuilder().setIndex(index))
                .addAnswers(AnswerCounts.newBuilder()
                        .setOperation("noop")
                        .setCompared(1)
                        .setAnswered(1))
                .addSeenAnswers(SeenAnswer.newBuilder().setOperation("noop").setIndex(index))
                .addWrongAnswers(WrongAnswer.newBuilder().setOperation("noop").setIndex(index))
                .addSamples(OperationSample.newBuilder()
                        .setOperation("noop")
                        .setOutcome("ok")
                        .setIndex(index)
                        .setStartNs(nowNs)
                        .addStages(StageTime.newBuilder().setStage("execute")))
                .build();
        long phase = liar.assignment;
        return Stream.of(
                        Envelope.newBuilder()
                                .setHeartbeat(Heartbeat.newBuilder()
                                        .setOffsetNs(nowNs)
                                        .setOffsetErrorNs(1)
                                        .setResources(Resources.getDefaultInstance())),
                        Envelope.newBuilder()
                                .setReady(Ready.newBuilder()
                                        .setAssignment(phase)
                                        .setResources(Resources.getDefaultInstance())),
                        Envelope.newBuilder().setCredit(Credit.newBuilder().setAssignment(phase)),
                        Envelope.newBuilder().setSnapshot(snapshot),
                        Envelope.newBuilder()
                                .setReturned(Returned.newBuilder()
                                        .setAssignment(phase)
                                        .addUnstarted(none)),
                        Envelope.newBuilder()
                                .setConcurrencyApplied(
                                        ConcurrencyApplied.newBuilder().setAssignment(phase)),
                        Envelope.newBuilder().setDrained(Drained.newBuilder().setAssignment(phase)),
                        Envelope.newBuilder().setFailed(Failed.newBuilder().setAssignment(phase)),
                        Envelope.newBuilder().setTaskResult(taskResult()),
                        Envelope.newBuilder()
                                .setSessionState(SessionState.newBuilder()
                                        .setAssignment(phase)
                                        .addLeases(Lease.newBuilder()
                                                .setAssignment(phase)
                                                .setCount(1))
                                        .addReturned(none)
                                        .setResources(Resources.getDefaultInstance())),
                        Envelope.newBuilder()
                                .setOperationsInFlight(OperationsInFlight.newBuilder()
                                        .addOperations(OperationInFlight.newBuilder()
                                                .setId(OperationId.getDefaultInstance()))))
                .map(Envelope.Builder::build)
                .toList();
    }

    private static TaskResult.Builder taskResult() {
        return TaskResult.newBuilder()
                .addFindings(Finding.getDefaultInstance())
                .addStatements(StatementNote.getDefaultInstance())
                .setCrash(CrashFindings.newBuilder()
                        .addLost(LostWrites.newBuilder().addRuns(0)));
    }

    @TestFactory
    Stream<DynamicTest> each_number_of_a_worker_that_cannot_be_fences_it_and_is_never_stored() {
        work();
        List<Envelope> messages = honestMessages();
        return Stream.iterate(0, at -> at < messages.size(), at -> at + 1)
                .flatMap(at -> variations(body(messages.get(at)))
                        .filter(one -> !UNORDERED.contains(one.field()) && !UNCERTAIN.contains(one.field()))
                        .map(one -> DynamicTest.dynamicTest(
                                one.field() + " in " + messages.get(at).getBodyCase(),
                                () -> new ForgedFiguresTest()
                                        .isFenced(messages.get(at).getBodyCase(), one))));
    }

    private static Stream<Forged> variations(Message body) {
        return forged(body).stream();
    }

    private static Message body(Envelope envelope) {
        return (Message) envelope.getField(Envelope.getDescriptor()
                .findFieldByNumber(envelope.getBodyCase().getNumber()));
    }

    private void isFenced(BodyCase kind, Forged forged) {
        work();
        send(liar, kind, forged.message());
        assertThat(cluster.log)
                .as(forged.field() + " in " + kind)
                .anyMatch(line -> line.startsWith("liar left: contradicts what it was given: "));
        assertThat(cluster.reports(true)).isEmpty();
        liar.hello();
        honest.wants(20);
        for (int second = 0; second < 10 && cluster.finished().isEmpty(); second++) {
            honest.execute(100).report();
            cluster.pass(1_000);
        }
        assertThat(cluster.finished()).isPresent();
        assertThat(cluster.countedOnce(100)).isTrue();
    }

    private void send(FakeWorker worker, BodyCase kind, Message body) {
        Envelope.Builder envelope = Envelope.newBuilder();
        envelope.setField(Envelope.getDescriptor().findFieldByNumber(kind.getNumber()), body);
        worker.send(envelope);
    }

    /** What this test sends honestly is taken: what is refused above is refused for the one number that was changed. */
    @Test
    void the_same_messages_without_a_forged_number_are_no_contradiction() {
        work();
        honestMessages().stream()
                .filter(envelope -> Set.of(BodyCase.HEARTBEAT, BodyCase.READY, BodyCase.CREDIT, BodyCase.SNAPSHOT)
                        .contains(envelope.getBodyCase()))
                .forEach(envelope -> liar.send(envelope.toBuilder()));
        assertThat(cluster.log).noneMatch(line -> line.contains("contradicts"));
        assertThat(cluster.reports(true)).hasSize(1);
    }

    @Test
    void a_worker_that_was_fenced_for_a_contradiction_gets_no_work_until_the_run_is_over() {
        work();
        liar.send(Envelope.newBuilder()
                .setCredit(Credit.newBuilder().setAssignment(liar.assignment).setTotal(-1)));
        liar.heard.clear();
        liar.hello();
        assertThat(liar.heard)
                .singleElement()
                .satisfies(answer ->
                        assertThat(answer.getRefused().getReason()).contains("Credit.total", "once the run is over"));
        cluster.cancel(1);
        cluster.pass(6_000);
        liar.hello();
        assertThat(liar.heard.getLast().hasWelcome()).isTrue();
    }

    // ---- a run that is held open ----

    @Test
    void a_worker_that_never_drains_cannot_hold_up_a_cancel_for_more_than_five_seconds() {
        work();
        liar.drains = false;
        cluster.cancel(1);
        cluster.pass(3_000);
        assertThat(liar.heard(BodyCase.ABORT)).isEqualTo(1);
        assertThat(cluster.finished()).isEmpty();
        cluster.pass(2_000);
        assertThat(cluster.finished().orElseThrow().getExitCode()).isEqualTo(105);
    }

    @Test
    void an_abort_ends_a_run_within_two_seconds_whatever_workers_say() {
        work();
        liar.drains = false;
        cluster.abort(1);
        assertThat(liar.heard(BodyCase.ABORT)).isEqualTo(1);
        cluster.pass(2_000);
        assertThat(cluster.finished().orElseThrow().getExitCode()).isEqualTo(105);
    }

    @Test
    void one_that_says_it_has_sent_what_never_came_is_given_up_with_the_drain_limit() {
        cluster.leaseSize = 10;
        liar = cluster.worker("liar");
        cluster.submit(TestCluster.plan("{kind: measure, duration: 1s, clients: 4, drain: 1s}"));
        liar.drains = false;
        cluster.pass(2_000);
        liar.send(Envelope.newBuilder()
                .setDrained(Drained.newBuilder().setAssignment(liar.assignment).setLastSeq(5)));
        cluster.pass(58_000);
        assertThat(cluster.written(Action.ClosePhase.class)).isEmpty();
        cluster.pass(4_000);
        assertThat(cluster.written(Action.ClosePhase.class)).hasSize(1);
    }

    @Test
    void a_late_message_of_a_phase_that_the_worker_had_changes_nothing() {
        cluster.leaseSize = 10;
        liar = cluster.worker("a");
        cluster.submit(TestCluster.plan(
                "{kind: warmup, operations: 10, clients: 1}", "{kind: measure, operations: 100, clients: 4}"));
        cluster.pass(500);
        long before = liar.assignment;
        liar.execute(10).report();
        cluster.pass(500);
        assertThat(liar.assignment).isNotEqualTo(before);
        liar.send(Envelope.newBuilder()
                .setCredit(Credit.newBuilder().setAssignment(before).setTotal(3)));
        liar.send(Envelope.newBuilder()
                .setDrained(Drained.newBuilder().setAssignment(before).setLastSeq(1)));
        assertThat(cluster.log).noneMatch(line -> line.contains("contradicts"));
    }

    // ---- observers, and those who are no one yet ----

    @TestFactory
    Stream<DynamicTest> each_number_of_an_observer_that_cannot_be_ends_its_session() {
        ResourceSample sample = ResourceSample.newBuilder()
                .addThreads(ThreadTime.getDefaultInstance())
                .build();
        return variations(sample)
                .map(one -> DynamicTest.dynamicTest(one.field(), () -> {
                    TestCluster there = new TestCluster();
                    FakeWorker observer = there.observer("o");
                    observer.send(Envelope.newBuilder().setResourceSample((ResourceSample) one.message()));
                    assertThat(there.log)
                            .last()
                            .asString()
                            .startsWith("observer o left (contradicts what can be observed: ");
                    assertThat(there.actions).noneMatch(Action.Observe.class::isInstance);
                }));
    }

    @TestFactory
    Stream<DynamicTest> each_number_that_cannot_be_keeps_a_worker_and_a_plan_out() {
        Hello hello = Hello.newBuilder().setName("x").build();
        Submit submit = Submit.newBuilder()
                .addFiles(muster.protocol.DataFile.getDefaultInstance())
                .build();
        return Stream.concat(variations(hello), variations(submit))
                .filter(one -> !UNORDERED.contains(one.field()))
                .map(one -> DynamicTest.dynamicTest(one.field(), () -> {
                    TestCluster there = new TestCluster();
                    Envelope answer = there.ask(one.message());
                    assertThat(answer.getRefused().getReason()
                                    + answer.getSubmitted().getFailure())
                            .contains(one.field());
                }));
    }

    /** The messages of a peer are those of the first part of the envelope, and all of them are forged above. */
    @Test
    void no_message_of_a_peer_is_left_out() {
        Set<String> forged = new TreeSet<>(List.of("hello", "submit", "resource_sample"));
        work();
        honestMessages()
                .forEach(envelope -> forged.add(Envelope.getDescriptor()
                        .findFieldByNumber(envelope.getBodyCase().getNumber())
                        .getName()));
        Set<String> others = new TreeSet<>();
        for (FieldDescriptor field :
                Envelope.getDescriptor().getOneofs().getFirst().getFields()) {
            if (!forged.contains(field.getName())) {
                others.add(field.getName());
            }
        }
        assertThat(others)
                .as("of a coordinator, without a figure, or a question about something that must be known")
                .isEqualTo(new TreeSet<>(List.of(
                        "leave",
                        "welcome",
                        "refused",
                        "heartbeat_ack",
                        "prepare",
                        "start",
                        "lease",
                        "set_concurrency",
                        "acknowledge",
                        "drain",
                        "abort",
                        "task",
                        "file_request",
                        "file_chunk",
                        "submitted",
                        "follow",
                        "progress",
                        "finished",
                        "status_request",
                        "status",
                        "cancel",
                        "cancelled",
                        "list_operations",
                        "abort_operations",
                        "operations_aborted")));
    }
}
