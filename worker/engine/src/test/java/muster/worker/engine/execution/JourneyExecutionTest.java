package muster.worker.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.Workload.Operations;
import muster.workloads.answers.AnswerSink;
import muster.workloads.operation.Journey;
import muster.workloads.operation.JourneyOperation;
import muster.workloads.operation.JourneyStep;
import muster.workloads.operation.JourneyStep.NoRow;
import muster.workloads.operation.JourneyStep.StepValue;
import muster.workloads.operation.JourneyStep.StepValue.OfRow;
import muster.workloads.operation.Operation;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Journeys over a session whose answers a test gives. */
class JourneyExecutionTest {
    private static final NoRow UNSAID = new NoRow.Unsaid();
    private static final int RETRIES = 2;

    /** Answers each statement by its name and the last of its values; keeps what was sent. */
    private static class Answering implements Session {
        private final Map<String, List<Object[]>> answers;
        final List<String> sent = new ArrayList<>();
        private int failures;

        Answering(Map<String, List<Object[]>> answers) {
            this.answers = answers;
        }

        @Override
        public void execute(Transaction transaction, Probe probe) throws OperationFailure {
            QueryOperation asked = (QueryOperation) transaction.operation(0);
            sent.add(asked.toString());
            AnswerSink sink = probe.answer(0);
            List<Object[]> rows = answers.getOrDefault(
                    key(asked), answers.getOrDefault(asked.query().name(), List.of()));
            if (!rows.isEmpty()) {
                sink.columns(List.of("id", "name"));
            }
            for (Object[] row : rows) {
                sink.row(row);
            }
            if (failures-- > 0) {
                throw new OperationFailure(Kind.TRANSIENT, "Deadlock", "again");
            }
            probe.elements(0, rows.size());
            probe.bytes(1, 10);
        }

        private static String key(QueryOperation asked) {
            Object[] values = asked.values();
            return asked.query().name() + (values.length == 0 ? "" : " " + values[values.length - 1]);
        }

        @Override
        public void close() {}
    }

    private static JourneyStep step(int number, String name, NoRow noRow, StepValue... values) {
        return step(number, name, noRow, 0, 1, false, values);
    }

    private static JourneyStep step(
            int number, String name, NoRow noRow, long thinkNs, int most, boolean until, StepValue... values) {
        List<String> parameters = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            parameters.add("p" + i);
        }
        Query query = Query.of(
                OperationKind.step(number, "read", name),
                Map.of(),
                parameters,
                false,
                false,
                false,
                "id",
                Long.MAX_VALUE);
        return new JourneyStep(query, List.of(values), thinkNs, noRow, most, until, 3, true);
    }

    private static Execution executed(Session session, JourneyStep... steps) {
        Journey journey = Journey.of(OperationKind.named(0, "read"), List.of("user"), List.of(steps));
        Operations operations = new Operations() {
            @Override
            public long count() {
                return Long.MAX_VALUE;
            }

            @Override
            public Operation at(long index) {
                return new JourneyOperation(journey, new @Nullable Object[] {7 + index});
            }
        };
        Execution execution = new Execution(1, new PhaseClock(0), new Retries(RETRIES, 1, 0), null, true);
        run(execution, operations, session, 0);
        return execution;
    }

    private static void run(Execution execution, Operations operations, Session session, long block) {
        execution.prepare(new LeaseGrant(1, 0, 100, 1, 0), block, operations);
        long nowNs = System.nanoTime();
        execution.start(nowNs, nowNs, 0);
        execution.run(session);
    }

    private static List<Object[]> ids(Object... ids) {
        return Arrays.stream(ids).map(id -> new Object[] {id, "n" + id}).toList();
    }

    private static List<String> ended(Execution execution) {
        return execution.steps().stream()
                .map(step -> step.kind().label() + " " + step.outcome())
                .toList();
    }

    private static final JourneyStep FRIENDS = step(1, "friends", UNSAID, new StepValue.Drawn(0));

    private static JourneyStep posts(NoRow noRow, int row, String column) {
        return step(2, "posts", noRow, new OfRow(0, row, column));
    }

    @Test
    void a_step_is_sent_with_values_of_the_rows_of_an_earlier_one() {
        Answering session = new Answering(Map.of("read.friends", ids(3L, 4L, 5L, 6L), "read.posts", ids(9L)));
        Execution done = executed(
                session,
                FRIENDS,
                posts(UNSAID, 1, "id"),
                step(3, "last", UNSAID, new OfRow(0, OfRow.LAST, "name"), new OfRow(1, 0, "0")));
        assertThat(session.sent).containsExactly("read.friends{p0=7}", "read.posts{p0=4}", "read.last{p0=n6, p1=9}");
        assertThat(done.outcome(0)).isEqualTo(Outcome.OK);
        assertThat(ended(done)).containsExactly("read.friends ok", "read.posts ok", "read.last ok");
        assertThat(done.answers().elements(0)).isEqualTo(5);
        assertThat(done.answers().bytesReceived()).isEqualTo(30);
        assertThat(done.answers().bytesSent()).isEqualTo(3);
    }

    @Test
    void the_time_of_a_journey_is_that_of_its_steps_without_pauses() {
        Session slow = new Session() {
            @Override
            public void execute(Transaction transaction, Probe probe) {
                LockSupport.parkNanos(2_000_000);
                probe.elements(0, 1);
            }

            @Override
            public void close() {}
        };
        long beganNs = System.nanoTime();
        Execution done =
                executed(slow, step(1, "first", UNSAID, 0, 1, false), step(2, "second", UNSAID, 60_000_000, 2, false));
        long tookNs = System.nanoTime() - beganNs;
        long stepsNs = done.steps().stream().mapToLong(StepSample::serviceNs).sum();
        assertThat(done.steps()).hasSize(3);
        assertThat(done.serviceNs()).isEqualTo(stepsNs);
        assertThat(done.betweenNs()).isBetween(120_000_000L, tookNs);
        assertThat(done.endNs() - done.startNs()).isEqualTo(stepsNs + done.betweenNs());
        assertThat(done.steps()).allMatch(step -> step.responseNs() >= step.serviceNs());
    }

    @Test
    void a_row_that_is_needed_and_never_came_is_an_outcome_of_its_own() {
        Answering session = new Answering(Map.of("read.friends", ids(3L)));
        Execution done = executed(session, FRIENDS, posts(UNSAID, 1, "id"));
        assertThat(done.outcome(0).name()).isEqualTo("noRow");
        assertThat(done.message()).isEqualTo("posts: parameter p0 needs a row of friends that is not there");
        assertThat(session.sent).hasSize(1);
        assertThat(ended(done)).containsExactly("read.friends ok", "read.posts noRow");
        assertThat(done.targetAnswered()).isTrue();
    }

    @Test
    void so_is_a_column_that_the_rows_do_not_have() {
        Answering session = new Answering(Map.of("read.friends", ids(3L)));
        for (String column : List.of("age", "2", "-1", "99999")) {
            Execution done = executed(session, FRIENDS, posts(UNSAID, 0, column));
            assertThat(done.outcome(0).name()).isEqualTo("noRow");
            assertThat(done.message())
                    .isEqualTo(
                            "posts: parameter p0 needs column " + column + " of friends, whose columns are id, name");
        }
    }

    @Test
    void an_empty_answer_does_what_the_step_says() {
        JourneyStep last = step(3, "last", UNSAID);
        List<List<String>> sent = new ArrayList<>();
        List<String> outcomes = new ArrayList<>();
        for (NoRow noRow :
                List.of(UNSAID, new NoRow.Continue(), new NoRow.Stop(), new NoRow.Fail(), new NoRow.Jump(2))) {
            Answering session = new Answering(Map.of("read.last", ids(1L)));
            JourneyStep first = step(1, "first", noRow);
            Execution done = executed(session, first, step(2, "second", UNSAID), last);
            sent.add(session.sent.stream()
                    .map(text -> text.substring(5, text.length() - 2))
                    .toList());
            outcomes.add(done.outcome(0) + ": " + ended(done).getFirst());
        }
        assertThat(sent)
                .containsExactly(
                        List.of("first", "second", "last"),
                        List.of("first", "second", "last"),
                        List.of("first"),
                        List.of("first"),
                        List.of("first", "last"));
        assertThat(outcomes)
                .containsExactly(
                        "ok: read.first ok",
                        "ok: read.first ok",
                        "ok: read.first absent",
                        "noRow: read.first noRow",
                        "ok: read.first ok");
    }

    @Test
    void a_step_that_lacks_a_row_does_what_it_says_without_being_sent() {
        JourneyStep last = step(3, "last", UNSAID);
        List<String> ended = new ArrayList<>();
        for (NoRow noRow : List.of(new NoRow.Continue(), new NoRow.Stop(), new NoRow.Jump(2))) {
            Answering session = new Answering(Map.of("read.last", ids(1L)));
            Execution done = executed(session, FRIENDS, posts(noRow, 0, "id"), last);
            ended.add(done.outcome(0) + " " + session.sent.size() + " "
                    + ended(done).getLast());
        }
        assertThat(ended).containsExactly("ok 2 read.last ok", "ok 1 read.posts absent", "ok 2 read.last ok");
    }

    @Test
    void a_loop_goes_through_rows_until_there_is_none_and_never_further_than_its_bound() {
        Map<String, List<Object[]>> answers =
                Map.of("read.friends", ids(3L, 4L, 5L), "read.posts 3", ids(1L), "read.posts 4", ids(1L));
        for (int most : List.of(1, 2, 3, 7)) {
            Answering session = new Answering(answers);
            Execution done = executed(
                    session,
                    FRIENDS,
                    step(2, "posts", UNSAID, 0, most, true, new OfRow(0, OfRow.PASS, "id")),
                    step(3, "last", UNSAID, new OfRow(1, 0, "id")));
            // Friend 5 has no post, so the third time ends the loop; the rows of the second remain.
            assertThat(session.sent).hasSize(1 + Math.min(most, 3) + 1);
            assertThat(session.sent.getLast()).isEqualTo("read.last{p0=1}");
            assertThat(done.outcome(0)).isEqualTo(Outcome.OK);
        }
        Answering repeated = new Answering(answers);
        Execution done =
                executed(repeated, FRIENDS, step(2, "posts", UNSAID, 0, 4, false, new OfRow(0, OfRow.PASS, "id")));
        assertThat(repeated.sent).hasSize(4);
        assertThat(done.outcome(0).name()).isEqualTo("noRow");
    }

    @Test
    void a_step_that_fails_is_tried_again_by_itself_and_ends_the_journey_if_it_fails_for_good() {
        Answering twice = new Answering(Map.of("read.friends", ids(3L), "read.posts", ids(9L)));
        twice.failures = 2;
        Execution done = executed(twice, FRIENDS, posts(UNSAID, 0, "id"));
        assertThat(twice.sent)
                .containsExactly("read.friends{p0=7}", "read.friends{p0=7}", "read.friends{p0=7}", "read.posts{p0=3}");
        assertThat(done.outcome(0)).isEqualTo(Outcome.OK);
        assertThat(done.retried()).extracting(Outcome::name).containsExactly("Deadlock", "Deadlock");
        assertThat(done.steps()).hasSize(2);
        Answering thrice = new Answering(Map.of());
        thrice.failures = 3;
        Execution failed = executed(thrice, FRIENDS, posts(UNSAID, 0, "id"));
        assertThat(failed.outcome(0).name()).isEqualTo("Deadlock");
        assertThat(failed.message()).isEqualTo("friends: again");
        assertThat(ended(failed)).containsExactly("read.friends Deadlock");
    }

    @Test
    void rows_of_an_attempt_that_failed_are_none() {
        Answering session = new Answering(Map.of()) {
            @Override
            public void execute(Transaction transaction, Probe probe) throws OperationFailure {
                if (sent.isEmpty()) {
                    sent.add("failed");
                    AnswerSink sink = probe.answer(0);
                    sink.columns(List.of("id"));
                    sink.row(new Object[] {1L});
                    throw new OperationFailure(Kind.TRANSIENT, "Deadlock", "again");
                }
                super.execute(transaction, probe);
            }
        };
        Execution done = executed(session, FRIENDS, posts(UNSAID, 0, "id"));
        assertThat(done.outcome(0).name()).isEqualTo("noRow");
    }

    @Test
    void what_can_be_no_parameter_is_a_fault_of_the_journey() {
        Answering session = new Answering(Map.of("read.friends", List.<Object[]>of(new Object[] {List.of(1L), "a"})));
        Execution done = executed(session, FRIENDS, posts(new NoRow.Stop(), 0, "id"));
        assertThat(done.outcome(0).name()).isEqualTo("journeyFault");
        assertThat(done.message()).startsWith("posts: parameter p0 is a List").contains("return a number, a text");
    }

    @Test
    void the_digest_is_of_what_was_drawn_and_of_all_that_was_sent() {
        Map<String, List<Object[]>> answers = Map.of("read.friends", ids(3L), "read.posts", ids(9L));
        long digest = executed(new Answering(answers), FRIENDS, posts(UNSAID, 0, "id"))
                .digest();
        assertThat(executed(new Answering(answers), FRIENDS, posts(UNSAID, 0, "id"))
                        .digest())
                .isEqualTo(digest);
        assertThat(executed(new Answering(Map.of("read.friends", ids(4L))), FRIENDS, posts(UNSAID, 0, "id"))
                        .digest())
                .isNotEqualTo(digest);
        assertThat(executed(new Answering(answers), FRIENDS).digest()).isNotEqualTo(digest);
    }

    @Test
    void one_journey_knows_nothing_of_the_rows_of_the_one_before() {
        Journey journey =
                Journey.of(OperationKind.named(0, "read"), List.of("user"), List.of(FRIENDS, posts(UNSAID, 0, "id")));
        Operations operations = new Operations() {
            @Override
            public long count() {
                return Long.MAX_VALUE;
            }

            @Override
            public Operation at(long index) {
                return new JourneyOperation(journey, new @Nullable Object[] {index});
            }
        };
        Execution execution = new Execution(1, new PhaseClock(0), new Retries(0, 1, 0), null, true);
        Answering session = new Answering(Map.of("read.friends 0", ids(3L), "read.posts", ids(1L)));
        run(execution, operations, session, 0);
        assertThat(execution.outcome(0)).isEqualTo(Outcome.OK);
        run(execution, operations, session, 1);
        assertThat(execution.outcome(0).name()).isEqualTo("noRow");
    }

    @Test
    void a_person_ends_a_journey_that_pauses() throws InterruptedException {
        Answering session = new Answering(Map.of());
        Journey journey = Journey.of(
                OperationKind.named(0, "read"),
                List.of("user"),
                List.of(FRIENDS, step(2, "posts", UNSAID, 3_600_000_000_000L, 1, false)));
        Operations operations = new Operations() {
            @Override
            public long count() {
                return Long.MAX_VALUE;
            }

            @Override
            public Operation at(long index) {
                return new JourneyOperation(journey, new @Nullable Object[] {index});
            }
        };
        Execution execution = new Execution(1, new PhaseClock(0), new Retries(0, 1, 0), null, true);
        Thread client = Thread.ofVirtual().start(() -> run(execution, operations, session, 0));
        execution.abortRequest().make(0);
        LockSupport.unpark(client);
        client.join();
        assertThat(execution.outcome(0)).isEqualTo(Outcome.ABORTED);
        assertThat(execution.abortRequest().isDone(0)).isTrue();
        assertThat(session.sent).hasSizeLessThan(2);
    }
}
