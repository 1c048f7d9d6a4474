package muster.targets.hugegraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.stream.LongStream;
import muster.targets.contract.RecordingProbe;
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.Operation;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Session;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is HugeGraph's own: at most 500 elements a request, silent overwriting, edges without ends. */
@Tag("server")
class BatchLimitTest {
    @Test
    void a_batch_that_was_cut_short_between_its_requests_is_completed_by_its_second_execution() throws Exception {
        execute(vertices(0, 700));
        assertThat(execute(vertices(0, 701), false).outcomes())
                .as("the last one is new")
                .isEmpty();
        assertThat(vertexCount()).isEqualTo(701);
    }

    @Test
    void without_its_checks_a_missing_end_is_accepted_and_a_duplicate_overwritten() throws Exception {
        String[] unchecked = {"target.checkVertex=false", "target.checkDuplicate=false"};
        execute(vertices(0, 2));
        assertThat(execute(vertices(0, 2), false, unchecked).elements()).containsEntry(0, 2L);
        assertThat(execute(edges(0, 3), false, unchecked).elements()).containsEntry(0, 3L);
        assertThat(execute(edges(0, 1), false, unchecked).elements()).containsEntry(0, 1L);
        assertThat(TestServer.count("g.E().count().next()")).isEqualTo(3);
        assertThat(vertexCount()).isEqualTo(2);
    }

    @Test
    void a_request_that_is_larger_than_the_servers_limit_is_its_own_failure_class_and_writes_nothing()
            throws Exception {
        execute(vertices(0, 1));
        OperationFailure failure = catchThrowableOfType(
                OperationFailure.class, () -> execute(vertices(1, 501), false, "target.batchLimit=501"));
        assertThat(failure.kind()).isEqualTo(Kind.PERMANENT);
        assertThat(failure.errorClass()).isEqualTo("IllegalArgumentException");
        assertThat(failure.getMessage())
                .startsWith("HTTP 400: ")
                .contains("500")
                .doesNotContain("\n");
        assertThat(vertexCount()).isEqualTo(1);
    }

    private static void execute(Operation operation) throws Exception {
        assertThat(execute(operation, true).outcomes()).isEmpty();
    }

    private static RecordingProbe execute(Operation operation, boolean fresh, String... sets) throws Exception {
        try (HugeGraphTarget target = TestServer.open("stou", sets)) {
            if (fresh) {
                target.reset("test");
            }
            try (Session session = target.session(Depth.EXECUTE)) {
                return RecordingProbe.execute(session, operation);
            }
        }
    }

    private static long vertexCount() {
        return TestServer.count("g.V().count().next() - 1");
    }

    private static InsertVertices vertices(long first, int size) {
        long[] ids = LongStream.range(first, first + size).toArray();
        return new InsertVertices(
                ids, LongStream.of(ids).mapToObj(id -> "name " + id).toArray(String[]::new));
    }

    private static InsertEdges edges(long first, int size) {
        long[] ids = LongStream.range(first, first + size).toArray();
        return new InsertEdges(ids, ids, LongStream.of(ids).map(id -> id + 1).toArray());
    }
}
