package muster.worker.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.operation.Operation;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.Test;

/** Answers without a row: which are counted, and which are wrong. */
class RequiredRowsTest {
    /** Even positions have no row. */
    private static final Session HALF = new Session() {
        @Override
        public void execute(Transaction transaction, Probe probe) {
            for (int i = 0; i < transaction.size(); i++) {
                probe.elements(i, i % 2);
            }
        }

        @Override
        public void close() {}
    };

    private static final Session PARSING = new Session() {
        @Override
        public void execute(Transaction transaction, Probe probe) {}

        @Override
        public void close() {}
    };

    private static QueryOperation query(boolean write, boolean required) {
        return new QueryOperation(
                Query.of(
                        OperationKind.named(0, "find"),
                        Map.of(),
                        List.of(),
                        write,
                        false,
                        false,
                        "id",
                        10,
                        false,
                        required),
                new Object[0]);
    }

    private static Execution executed(Operation operation, int actions, Session session) {
        Operations operations = new Operations() {
            @Override
            public long count() {
                return Long.MAX_VALUE;
            }

            @Override
            public Operation at(long index) {
                return operation;
            }
        };
        Execution execution = new Execution(actions, new PhaseClock(0), new Retries(0, 1, 0), null, true);
        execution.prepare(new LeaseGrant(1, 0, 100, 1, 0), 0, operations);
        execution.start(0, 0, 0);
        execution.run(session);
        return execution;
    }

    @Test
    void an_empty_answer_is_an_outcome_of_its_own_where_rows_are_required() {
        Execution execution = executed(query(false, true), 1, HALF);
        assertThat(execution.wholeOutcome().name()).isEqualTo("emptyAnswer");
        assertThat(execution.wholeOutcome().error()).isTrue();
        assertThat(execution.message()).contains("no row", "rows: required");
        assertThat(execution.answered(0)).isTrue();
    }

    @Test
    void it_is_ok_and_counted_elsewhere() {
        Execution execution = executed(query(false, false), 1, HALF);
        assertThat(execution.outcome(0)).isEqualTo(Outcome.OK);
        assertThat(execution.answered(0)).isTrue();
        assertThat(execution.message()).isEmpty();
    }

    @Test
    void in_a_transaction_of_several_each_is_judged_by_itself() {
        Execution execution = executed(query(false, true), 4, HALF);
        assertThat(List.of(0, 1, 2, 3))
                .allSatisfy(i -> assertThat(execution.outcome(i).name()).isEqualTo(i % 2 == 1 ? "ok" : "emptyAnswer"));
        assertThat(execution.wholeOutcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void a_write_has_no_answer_unless_its_rows_are_required() {
        assertThat(executed(query(true, false), 1, HALF).answered(0)).isFalse();
        assertThat(executed(query(true, true), 1, HALF).answered(0)).isTrue();
    }

    @Test
    void a_session_that_counts_nothing_has_no_empty_answer() {
        Execution execution = executed(query(false, true), 1, PARSING);
        assertThat(execution.outcome(0)).isEqualTo(Outcome.OK);
        assertThat(execution.answered(0)).isFalse();
    }

    @Test
    void feeds_are_answers_too() {
        assertThat(executed(new Feed(1, 15), 1, HALF).answered(0)).isTrue();
    }
}
