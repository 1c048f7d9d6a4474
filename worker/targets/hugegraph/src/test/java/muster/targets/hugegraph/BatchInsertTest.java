package muster.targets.hugegraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.stream.LongStream;
import muster.workloads.InsertOperation.InsertEdges;
import muster.workloads.InsertOperation.InsertVertices;
import muster.workloads.Operation;
import muster.workloads.insert.InsertModel;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Outcome;
import muster.workloads.target.Session;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchInsertTest {
    private HugeGraphTarget target;
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
        assertThat(TestServer.count("""
                        graph.edges().findAll {
                          def a = it.outVertex(), id = it.value('number')
                          a.id().asLong() == id && it.inVertex().id().asLong() == id + 1 && a.value('name') == 'name ' + id
                        }.size()"""))
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
    void severalBatchesInOneTransactionAreExecutedInOrder() throws Exception {
        RecordingProbe probe = execute(vertices(0, 10), vertices(10, 10), edges(0, 9), edges(9, 10));
        assertThat(probe.outcomes).isEmpty();
        assertThat(probe.elements).containsEntry(1, 10L).containsEntry(3, 10L);
        assertThat(execute(vertices(0, 10), vertices(10, 10)).outcomes)
                .containsEntry(0, Outcome.DUPLICATE)
                .containsEntry(1, Outcome.DUPLICATE);
        assertThat(TestServer.count("g.V().count().next()")).as("with the mark").isEqualTo(21);
    }

    @Test
    void aBatchThatWasCutShortIsCompletedByItsSecondExecution() throws Exception {
        execute(vertices(0, 700));
        assertThat(execute(vertices(0, 701)).outcomes).as("the last one is new").isEmpty();
        assertThat(TestServer.count("g.V().count().next()")).as("with the mark").isEqualTo(702);
    }

    @Test
    void withoutTheCheckAMissingEndIsAcceptedAndADuplicateOverwritten() throws Exception {
        session.close();
        target.close();
        target = TestServer.open("stou", "target.checkVertex=false", "target.checkDuplicate=false");
        session = target.session(Depth.EXECUTE);
        execute(vertices(0, 2));
        assertThat(execute(vertices(0, 2)).elements).containsEntry(0, 2L);
        assertThat(execute(edges(0, 3)).elements).containsEntry(0, 3L);
        assertThat(execute(edges(0, 1)).elements).containsEntry(0, 1L);
        assertThat(TestServer.count("g.E().count().next()")).isEqualTo(3);
    }

    @Test
    void aBatchThatIsLargerThanTheServersLimitIsAnErrorOfItsOwnClass() throws Exception {
        session.close();
        target.close();
        target = TestServer.open("stou", "target.batchLimit=501");
        session = target.session(Depth.EXECUTE);
        OperationFailure failure = catchThrowableOfType(OperationFailure.class, () -> execute(vertices(0, 501)));
        assertThat(failure.kind()).isEqualTo(OperationFailure.Kind.PERMANENT);
        assertThat(failure.errorClass()).isEqualTo("IllegalArgumentException");
        assertThat(failure.getMessage()).startsWith("HTTP 400: ").contains("500").doesNotContain("\n");
    }

    @Test
    void aBatchWithAnEdgeWhoseEndIsMissingIsAbsentAsAWhole() throws Exception {
        execute(vertices(0, 2));
        RecordingProbe probe = execute(edges(0, 3));
        assertThat(probe.outcome(0)).isEqualTo(Outcome.ABSENT);
        assertThat(TestServer.count("g.E().count().next()")).isZero();
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
        return TestServer.script("""
                        graph.vertices().collect { v ->
                          [v.id().toString(), v.properties().collect { it.value() },
                           v.edges(Direction.OUT).collect { [it.id().toString()] }]
                        }.sort { it[0] }""")
                .toString();
    }
}
