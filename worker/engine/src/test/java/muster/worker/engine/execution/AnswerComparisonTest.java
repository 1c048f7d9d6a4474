package muster.worker.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.Workload.Operations;
import muster.workloads.answers.AnswerChecks;
import muster.workloads.answers.AnswerDigester;
import muster.workloads.answers.AnswerKey;
import muster.workloads.answers.AnswerReference;
import muster.workloads.answers.AnswerRows;
import muster.workloads.answers.AnswerSink;
import muster.workloads.answers.ExpectedAnswers;
import muster.workloads.answers.RecordedAnswer;
import muster.workloads.answers.ReferenceHeader;
import muster.workloads.answers.ReferenceWriter;
import muster.workloads.operation.Operation;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnswerComparisonTest {
    private static final Query QUERY = query(0, "double", false, false);
    /** The answer to n is one row, 2n; what was recorded is 0 to 4. */
    private static final long RECORDED = 5;

    @TempDir
    private Path folder;

    private AnswerReference reference;

    private static Query query(int number, String name, boolean write, boolean stable) {
        Map<String, Query.Text> texts = Map.of("cypher", new Query.Text("RETURN 2 * $n", "plan.yaml:1"));
        return Query.of(OperationKind.named(number, name), texts, List.of("n"), write, false, stable, "id", 10);
    }

    @BeforeEach
    void record() throws IOException {
        ReferenceHeader header = new ReferenceHeader("now", "p", "d", "-", List.of(AnswerChecks.operation(QUERY)));
        try (ReferenceWriter writer = new ReferenceWriter(folder.resolve("a.answers"), header)) {
            for (long n = 0; n < RECORDED; n++) {
                AnswerDigester digester = new AnswerDigester();
                digester.begin(false);
                digester.row(new Object[] {2 * n});
                AnswerKey key = new AnswerKey();
                writer.add(new RecordedAnswer(
                        0, key.of(new Object[] {n}), digester.digest(), digester.firstRows(), key.values()));
            }
            writer.finish();
        }
        reference = AnswerReference.read(folder.resolve("a.answers"));
    }

    private Execution executed(List<Query> queries, int actions, Session session) {
        Execution execution = new Execution(
                actions,
                new PhaseClock(0),
                new Retries(3, 1, 0),
                AnswerChecks.of(reference, Map.of(), queries, 1),
                true);
        execution.prepare(new LeaseGrant(1, 0, 100, 1, 0), 0, new Asked(queries.getFirst()));
        execution.start(0, 0, 0);
        execution.run(session);
        return execution;
    }

    private record Asked(Query query) implements Operations {
        @Override
        public long count() {
            return Long.MAX_VALUE;
        }

        @Override
        public Operation at(long index) {
            return new QueryOperation(query, new Object[] {index});
        }
    }

    /** Of a statement without parameters. */
    private record AskedAlone(Query query) implements Operations {
        @Override
        public long count() {
            return Long.MAX_VALUE;
        }

        @Override
        public Operation at(long index) {
            return new QueryOperation(query, new Object[0]);
        }
    }

    /** One answer of a session. */
    @FunctionalInterface
    private interface Answering extends Session {
        @Override
        default void close() {}
    }

    private static Answering adding(long mistake) {
        return (transaction, probe) -> {
            for (int i = 0; i < transaction.size(); i++) {
                answer(transaction, i, probe, mistake);
            }
        };
    }

    private static void answer(Transaction transaction, int i, Probe probe, long mistake) {
        long n = (long) ((QueryOperation) transaction.operation(i)).values()[0];
        probe.answer(i).row(new Object[] {2 * n + mistake});
    }

    @Test
    void a_wrong_answer_is_an_outcome_and_is_shown() {
        Execution right = executed(List.of(QUERY), 1, adding(0));
        assertThat(right.outcome(0)).isEqualTo(Outcome.OK);
        assertThat(right.comparison().compared(0)).isTrue();
        Execution wrong = executed(List.of(QUERY), 1, adding(1));
        assertThat(wrong.outcome(0).name()).isEqualTo("wrongAnswer");
        assertThat(wrong.outcome(0).error()).isTrue();
        WrongAnswer told = wrong.comparison().wrong().getFirst();
        assertThat(AnswerRows.texts(told.parameters())).containsExactly("[0]");
        assertThat(AnswerRows.texts(told.expected())).containsExactly("[0]");
        assertThat(AnswerRows.texts(told.observed())).containsExactly("[1]");
    }

    @Test
    void each_action_of_a_transaction_is_judged_by_itself() {
        Execution execution = executed(List.of(QUERY), 8, (Answering) (transaction, probe) -> {
            for (int i = 0; i < transaction.size(); i++) {
                answer(transaction, i, probe, i == 3 ? 1 : 0);
            }
        });
        for (int i = 0; i < 8; i++) {
            assertThat(execution.outcome(i).name()).isEqualTo(i == 3 ? "wrongAnswer" : "ok");
            assertThat(execution.comparison().compared(i)).isEqualTo(i < RECORDED);
        }
        assertThat(execution.comparison().wrong()).hasSize(1);
    }

    @Test
    void rows_of_an_attempt_that_failed_do_not_count() {
        int[] attempts = {0};
        Execution execution = executed(List.of(QUERY), 1, (Answering) (transaction, probe) -> {
            AnswerSink sink = probe.answer(0);
            sink.row(new Object[] {0L});
            if (attempts[0]++ == 0) {
                throw new OperationFailure(OperationFailure.Kind.TRANSIENT, "Reset", "connection reset");
            }
        });
        assertThat(attempts[0]).isEqualTo(2);
        assertThat(execution.outcome(0)).isEqualTo(Outcome.OK);
        assertThat(execution.comparison().compared(0)).isTrue();
    }

    @Test
    void an_answer_without_rows_is_compared_only_if_the_session_asked_where_they_go() {
        Execution silent = executed(List.of(QUERY), 1, (Answering) (transaction, probe) -> {});
        assertThat(silent.comparison().compared(0)).isFalse();
        assertThat(silent.outcome(0)).isEqualTo(Outcome.OK);
        Execution empty = executed(List.of(QUERY), 1, (Answering) (transaction, probe) -> probe.answer(0));
        assertThat(empty.outcome(0).name()).isEqualTo("wrongAnswer");
    }

    @Test
    void what_failed_is_not_compared() {
        Execution execution = executed(List.of(QUERY), 1, (Answering) (transaction, probe) -> {
            probe.answer(0);
            probe.outcome(0, Outcome.of("tooManyRows"));
        });
        assertThat(execution.outcome(0).name()).isEqualTo("tooManyRows");
        assertThat(execution.comparison().compared(0)).isFalse();
    }

    @Test
    void where_others_write_only_stable_reads_are_compared() {
        Query write = query(1, "change", true, false);
        Query stable = query(0, "double", false, true);
        assertThat(executed(List.of(QUERY, write), 1, adding(1)).outcome(0)).isEqualTo(Outcome.OK);
        assertThat(executed(List.of(stable, write), 1, adding(1)).outcome(0).name())
                .isEqualTo("wrongAnswer");
    }

    @Test
    void what_the_plan_expects_counts_in_place_of_what_was_recorded_though_others_write() {
        ExpectedAnswers expected = new ExpectedAnswers(false);
        expected.add(new Object[] {0L}, List.<Object[]>of(new Object[] {7L}));
        Query write = query(1, "change", true, false);
        AnswerChecks checks = AnswerChecks.of(reference, Map.of("double", expected), List.of(QUERY, write), 1);
        Execution execution = new Execution(1, new PhaseClock(0), new Retries(0, 1, 0), checks, true);
        execution.prepare(new LeaseGrant(1, 0, 100, 1, 0), 0, new Asked(QUERY));
        execution.start(0, 0, 0);
        execution.run(adding(0));
        assertThat(execution.outcome(0).name()).isEqualTo("wrongAnswer");
        execution.run(adding(7));
        assertThat(execution.outcome(0)).isEqualTo(Outcome.OK);
        assertThat(AnswerRows.texts(expected.firstRows(0))).containsExactly("[7]");
    }

    @Test
    void the_first_answer_of_a_statement_without_parameters_is_shown_once_though_nothing_is_compared() {
        Map<String, Query.Text> texts = Map.of("cypher", new Query.Text("RETURN 7", "plan.yaml:1"));
        Query alone = Query.of(OperationKind.named(0, "alone"), texts, List.of(), false, false, false, "id", 10);
        AnswerChecks checks = AnswerChecks.of(null, Map.of(), List.of(alone), 1);
        Execution execution = new Execution(1, new PhaseClock(0), new Retries(0, 1, 0), checks, true);
        for (int i = 0; i < 3; i++) {
            execution.prepare(new LeaseGrant(i, i, 1, 1, 0), 0, new AskedAlone(alone));
            execution.start(0, 0, 0);
            execution.run((Answering) (transaction, probe) -> probe.answer(0).row(new Object[] {7L}));
            assertThat(execution.outcome(0)).isEqualTo(Outcome.OK);
            assertThat(execution.comparison().compares()).isFalse();
            assertThat(execution.comparison().seen()).hasSize(i == 0 ? 1 : 0);
            if (i == 0) {
                SeenAnswer seen = execution.comparison().seen().getFirst();
                assertThat(AnswerRows.texts(seen.firstRows())).containsExactly("[7]");
                assertThat(seen.rows()).isEqualTo(1);
            }
        }
    }

    @Test
    void ten_mismatches_of_a_phase_are_kept() {
        Execution execution = new Execution(
                1,
                new PhaseClock(0),
                new Retries(0, 1, 0),
                AnswerChecks.of(reference, Map.of(), List.of(QUERY), 1),
                true);
        int kept = 0;
        for (int i = 0; i < 100; i++) {
            execution.prepare(new LeaseGrant(i, i % RECORDED, 1, 1, 0), 0, new Asked(QUERY));
            execution.start(0, 0, 0);
            execution.run(adding(1));
            assertThat(execution.outcome(0).name()).isEqualTo("wrongAnswer");
            kept += execution.comparison().wrong().size();
        }
        assertThat(kept).isEqualTo(10);
    }
}
