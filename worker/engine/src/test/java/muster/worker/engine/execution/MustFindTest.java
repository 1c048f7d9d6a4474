package muster.worker.engine.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.Operation;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.Test;

/** Operations whose answer must have a row. */
class MustFindTest {
    private static final int RETRIES = 3;

    /** Finds nothing in so many attempts, then a row. */
    private static final class Late implements Session {
        private final int misses;
        private int attempts;

        Late(int misses) {
            this.misses = misses;
        }

        @Override
        public void execute(Transaction transaction, Probe probe) {
            boolean there = attempts++ >= misses;
            for (int i = 0; i < transaction.size(); i++) {
                probe.elements(i, there || i % 2 == 1 ? 1 : 0);
            }
        }

        @Override
        public void close() {}
    }

    private static Execution executed(boolean mustFind, int actions, Session session) {
        Query query = Query.of(
                OperationKind.named(0, "like"), Map.of(), List.of(), true, false, false, "id", 10, mustFind, false);
        Operations operations = new Operations() {
            @Override
            public long count() {
                return Long.MAX_VALUE;
            }

            @Override
            public Operation at(long index) {
                return new QueryOperation(query, new Object[0]);
            }
        };
        Execution execution = new Execution(actions, new PhaseClock(0), new Retries(RETRIES, 1, 0), null, true);
        execution.prepare(new LeaseGrant(1, 0, 100, 1, 0), 0, operations);
        execution.start(0, 0, 0);
        execution.run(session);
        return execution;
    }

    @Test
    void an_operation_waits_until_what_it_needs_is_there() {
        Late session = new Late(2);
        Execution execution = executed(true, 1, session);
        assertThat(execution.outcome(0)).isEqualTo(Outcome.OK);
        assertThat(session.attempts).isEqualTo(3);
        assertThat(execution.retried()).containsExactly(Outcome.ABSENT, Outcome.ABSENT);
    }

    @Test
    void what_never_comes_is_absent() {
        Late session = new Late(100);
        Execution execution = executed(true, 1, session);
        assertThat(execution.wholeOutcome()).isEqualTo(Outcome.ABSENT);
        assertThat(execution.message()).isEqualTo("the answer has no row");
        assertThat(session.attempts).isEqualTo(1 + RETRIES);
    }

    @Test
    void other_operations_may_find_nothing_and_a_session_may_count_nothing() {
        assertThat(executed(false, 1, new Late(100)).outcome(0)).isEqualTo(Outcome.OK);
        Session parsing = new Session() {
            @Override
            public void execute(Transaction transaction, Probe probe) {}

            @Override
            public void close() {}
        };
        assertThat(executed(true, 1, parsing).outcome(0)).isEqualTo(Outcome.OK);
    }

    @Test
    void in_a_transaction_of_several_each_is_absent_by_itself() {
        Late session = new Late(100);
        Execution execution = executed(true, 4, session);
        assertThat(session.attempts).isEqualTo(1);
        assertThat(List.of(0, 1, 2, 3))
                .allSatisfy(i -> assertThat(execution.outcome(i)).isEqualTo(i % 2 == 1 ? Outcome.OK : Outcome.ABSENT));
    }
}
