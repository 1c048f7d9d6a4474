package muster.targets.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.stream.LongStream;
import muster.workloads.insert.EdgePayload;
import muster.workloads.insert.InsertModel;
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.Operation;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batch insert: what is told to be written is there, once. */
abstract class BatchInsertContract {
    private final Subject subject;
    private final Target target;
    private final Session session;

    BatchInsertContract(Subject subject) throws TargetException {
        this.subject = subject;
        this.target = new Opening(subject).batchInsert();
        this.session = target.session(Depth.EXECUTE);
    }

    @BeforeEach
    void reset() throws TargetException {
        target.reset("contract");
    }

    @AfterEach
    void close() {
        session.close();
        target.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 500, 501})
    void a_batch_is_counted_and_read_back_and_a_second_execution_leaves_the_same_graph(int size) throws Exception {
        assertThat(execute(vertices(0, size)).elements()).containsEntry(0, (long) size);
        assertThat(execute(vertices(size, 1)).elements()).containsEntry(0, 1L);
        assertThat(execute(edges(0, size)).elements()).containsEntry(0, (long) size);
        InsertModel model = new InsertModel();
        model.apply(vertices(0, size + 1));
        model.apply(edges(0, size));
        assertThat(target.fingerprint()).isEqualTo(model.fingerprint());
        assertThat(subject.name(0)).isEqualTo(name(0));
        assertThat(subject.name(size)).isEqualTo(name(size));

        isDuplicate(execute(vertices(0, size)));
        isDuplicate(execute(edges(0, size)));
        assertThat(target.fingerprint()).isEqualTo(model.fingerprint());
    }

    @Test
    void each_edge_has_the_payload_that_the_plan_asks_for() throws Exception {
        EdgePayload payload = new EdgePayload(100);
        try (Target withPayload = new Opening(subject).batchInsert("workload.edgePayload=100");
                Session client = withPayload.session(Depth.EXECUTE)) {
            RecordingProbe.execute(client, vertices(0, 12));
            assertThat(RecordingProbe.execute(client, edges(0, 10)).elements()).containsEntry(0, 10L);
            assertThat(RecordingProbe.execute(client, edges(10, 1)).elements()).containsEntry(0, 1L);
            isDuplicate(RecordingProbe.execute(client, edges(0, 10)));
        }
        assertThat(subject.payload(0)).isEqualTo(payload.text(0));
        assertThat(subject.payload(9)).isEqualTo(payload.text(9));
        assertThat(subject.payload(10)).isEqualTo(payload.text(10));
    }

    private void isDuplicate(RecordingProbe probe) {
        if (subject.abilities().contains(Ability.DUPLICATE_BATCHES)) {
            assertThat(probe.outcome(0)).isEqualTo(Outcome.DUPLICATE);
            assertThat(probe.elements()).isEmpty();
        }
    }

    @Test
    void several_batches_in_one_transaction_are_executed_together() throws Exception {
        assumeTrue(subject.abilities().contains(Ability.TRANSACTIONS), "it has no transactions of several batches");
        RecordingProbe probe = execute(vertices(0, 10), vertices(10, 10), edges(0, 9), edges(9, 10));
        assertThat(probe.outcomes()).isEmpty();
        assertThat(probe.elements()).containsEntry(1, 10L).containsEntry(3, 10L);
        if (subject.abilities().contains(Ability.DUPLICATE_BATCHES)) {
            assertThat(execute(vertices(0, 10), vertices(10, 10)).outcomes())
                    .containsEntry(0, Outcome.DUPLICATE)
                    .containsEntry(1, Outcome.DUPLICATE);
        }
        assertThat(target.fingerprint()).containsEntry("vertices", "20").containsEntry("edges", "19");
    }

    @Test
    void a_batch_with_an_edge_without_an_end_is_absent_as_a_whole() throws Exception {
        assumeTrue(subject.abilities().contains(Ability.MISSING_ENDS), "it does not look for the ends of an edge");
        execute(vertices(0, 2));
        assertThat(execute(edges(0, 3)).outcome(0)).isEqualTo(Outcome.ABSENT);
        assertThat(execute(edges(50, 1)).outcome(0)).isEqualTo(Outcome.ABSENT);
        assertThat(target.fingerprint()).containsEntry("vertices", "2").containsEntry("edges", "0");
    }

    private RecordingProbe execute(Operation... operations) throws OperationFailure {
        return RecordingProbe.execute(session, operations);
    }

    private static InsertVertices vertices(long first, int size) {
        long[] ids = LongStream.range(first, first + size).toArray();
        return new InsertVertices(
                ids, LongStream.of(ids).mapToObj(BatchInsertContract::name).toArray(String[]::new));
    }

    private static String name(long vertex) {
        return "näme " + vertex;
    }

    /** Edge i leads from vertex i to the next. */
    private static InsertEdges edges(long first, int size) {
        long[] ids = LongStream.range(first, first + size).toArray();
        return new InsertEdges(ids, ids, LongStream.of(ids).map(id -> id + 1).toArray());
    }
}
