package muster.worker.engine.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.model.AnswerReport.Counts;
import muster.worker.engine.execution.Execution;
import muster.worker.engine.execution.Retries;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.Operation;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.Test;

class AnswerCountsTest {
    private static final QueryOperation FIND = query(0, "find", false);
    private static final QueryOperation PUT = query(1, "put", true);

    private static QueryOperation query(int number, String name, boolean write) {
        return new QueryOperation(
                Query.of(OperationKind.named(number, name), Map.of(), List.of(), write, false, false, "id", 10),
                new Object[0]);
    }

    /** Every third index is a write; even indexes bring nothing. */
    private static void execute(long index, AnswerCounts into) {
        Operations operations = new Operations() {
            @Override
            public long count() {
                return Long.MAX_VALUE;
            }

            @Override
            public Operation at(long at) {
                return at % 3 == 0 ? PUT : FIND;
            }
        };
        Session session = new Session() {
            @Override
            public void execute(Transaction transaction, Probe probe) {
                probe.elements(0, index % 2);
            }

            @Override
            public void close() {}
        };
        Execution execution = new Execution(1, new PhaseClock(0), new Retries(0, 0, 0), null, true);
        execution.prepare(new LeaseGrant(1, 0, 1_000, 1, 0), index, operations);
        execution.start(0, 0, 0);
        execution.run(session);
        into.add(execution);
    }

    @Test
    void reads_are_counted_without_a_reference_and_writes_are_not() {
        AnswerCounts counts = new AnswerCounts();
        for (long index = 0; index < 600; index++) {
            execute(index, counts);
        }
        assertThat(counts.counts()).containsExactly(new Counts("find", 0, 0, 400, 200));
    }

    @Test
    void counts_of_several_shards_add_up_and_none_stays_for_the_next_interval() {
        AnswerCounts one = new AnswerCounts();
        AnswerCounts two = new AnswerCounts();
        execute(1, one);
        execute(2, two);
        execute(4, two);
        one.addAll(two);
        assertThat(one.counts()).containsExactly(new Counts("find", 0, 0, 3, 2));
        one.clear();
        assertThat(one.counts()).isEmpty();
        execute(2, one);
        assertThat(one.counts()).containsExactly(new Counts("find", 0, 0, 1, 1));
    }
}
