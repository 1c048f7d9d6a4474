package muster.targets.janusgraph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import muster.workloads.InsertOperation.InsertEdges;
import muster.workloads.InsertOperation.InsertVertices;
import muster.workloads.Operation;
import muster.workloads.insert.InsertModel;
import muster.workloads.target.Depth;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchInsertTest {
    private JanusGraphTarget target;
    private Session session;

    @BeforeEach
    void open() throws Exception {
        target = TestServer.open("stou");
        target.reset("test");
        session = target.session(Depth.EXECUTE);
    }

    @AfterEach
    void close() {
        session.close();
        target.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 500, 501})
    void aBatchIsReadBackAndASecondExecutionLeavesTheSameGraph(int size) throws Exception {
        assertThat(execute(vertices(0, size + 1)).elements).containsEntry(0, size + 1L);
        assertThat(execute(edges(0, size)).elements).containsEntry(0, (long) size);
        String before = graph();
        assertThat(TestServer.count("g.E().hasLabel('EDGE').toList().count { e -> def id = e.value('edgeId');"
                        + " e.outVertex().value('vertexId') == id && e.inVertex().value('vertexId') == id + 1"
                        + " && e.outVertex().value('name') == 'name ' + id } as long"))
                .isEqualTo(size);

        assertThat(execute(vertices(0, size + 1)).outcome(0)).isEqualTo(Outcome.DUPLICATE);
        RecordingProbe again = execute(edges(0, size));
        assertThat(again.outcome(0)).isEqualTo(Outcome.DUPLICATE);
        assertThat(again.elements).isEmpty();
        assertThat(graph()).isEqualTo(before);

        InsertModel model = new InsertModel();
        model.apply(vertices(0, size + 1));
        model.apply(edges(0, size));
        assertThat(target.fingerprint()).isEqualTo(model.fingerprint());
    }

    @Test
    void severalBatchesInOneTransactionAreExecutedTogetherOrNotAtAll() throws Exception {
        RecordingProbe probe = execute(vertices(0, 10), vertices(10, 10), edges(0, 9), edges(9, 10));
        assertThat(probe.outcomes).isEmpty();
        assertThat(probe.elements).containsEntry(1, 10L).containsEntry(3, 10L);
        assertThat(execute(vertices(0, 10), vertices(10, 10)).outcomes)
                .containsEntry(0, Outcome.DUPLICATE)
                .containsEntry(1, Outcome.DUPLICATE);
        assertThat(TestServer.count("g.V().hasLabel('Vertex').count()")).isEqualTo(20);
    }

    @Test
    void aBatchWithAnEdgeWhoseEndIsMissingIsAbsentAsAWhole() throws Exception {
        execute(vertices(0, 2));
        RecordingProbe probe = execute(edges(0, 3));
        assertThat(probe.outcome(0)).isEqualTo(Outcome.ABSENT);
        assertThat(TestServer.count("g.E().hasLabel('EDGE').count()")).isZero();
        assertThat(execute(edges(50, 1)).outcome(0)).isEqualTo(Outcome.ABSENT);
    }

    private RecordingProbe execute(Operation... operations) throws Exception {
        RecordingProbe probe = new RecordingProbe();
        session.execute(Transaction.of(operations), probe);
        return probe;
    }

    private static InsertVertices vertices(long first, int size) {
        long[] ids = LongStream.range(first, first + size).toArray();
        return new InsertVertices(
                ids, LongStream.of(ids).mapToObj(id -> "name " + id).toArray(String[]::new));
    }

    /** Edge i leads from vertex i to the next. */
    private static InsertEdges edges(long first, int size) {
        long[] ids = LongStream.range(first, first + size).toArray();
        return new InsertEdges(ids, ids, LongStream.of(ids).map(id -> id + 1).toArray());
    }

    private static String graph() {
        return TestServer.run("g.V().hasLabel('Vertex').toList().collect { v -> [v.value('vertexId'), v.value('name'),"
                        + " g.V(v).outE('EDGE').toList().collect { [it.value('edgeId'), it.inVertex().value('vertexId')] }"
                        + " .sort()].toString() }.sort().toString()")
                .getFirst()
                .getString();
    }
}
