package muster.workloads.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.WorkloadSettings;
import muster.workloads.operation.InsertOperation;
import muster.workloads.operation.InsertOperation.InsertEdges;
import muster.workloads.operation.InsertOperation.InsertVertices;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InsertWorkloadTest {
    @TempDir
    private Path folder;

    @Test
    void a_load_holds_every_vertex_and_edge_once_in_batches_of_the_set_size() {
        Workload workload = workload(Map.of("vertices", 1001, "edges", 2001, "vertexBatch", 100, "edgeBatch", 1));
        assertThat(workload.loadParts()).extracting(Workload.LoadPart::count).containsExactly(11L, 2001L);
        InsertModel model = new InsertModel();
        insertAll(workload.operations(key(0, "vertices", -1)), model);
        insertAll(workload.operations(key(1, "edges", 0)), model);
        assertThat(model.vertices()).isEqualTo(1001);
        assertThat(model.edges()).isEqualTo(2001);
        InsertVertices last =
                (InsertVertices) workload.operations(key(0, "vertices", -1)).at(10);
        assertThat(last.names()).containsExactly("v1000");
    }

    @Test
    void edges_join_the_vertices_of_the_last_phase_that_added_them() {
        Workload workload = workload(Map.of("vertices", 500, "edges", 500));
        InsertModel model = new InsertModel();
        insertAll(workload.operations(key(0, "vertices", -1)), model);
        insertAll(workload.operations(key(1, "vertices", 0)), model);
        insertAll(workload.operations(key(2, "edges", 1)), model);
        insertAll(workload.operations(key(3, "edges", 1)), model);
        assertThat(model.vertices()).isEqualTo(1000);
        assertThat(model.edges()).isEqualTo(1000);
    }

    @Test
    void a_second_execution_leaves_the_same_graph() {
        Operations operations = workload(Map.of("vertices", 500)).operations(key(0, "vertices", -1));
        InsertModel model = new InsertModel();
        insertAll(operations, model);
        Map<String, String> before = model.fingerprint();
        assertThat(model.apply((InsertOperation) operations.at(1))).isEqualTo(Outcome.DUPLICATE);
        assertThat(model.fingerprint()).isEqualTo(before);
    }

    @Test
    void targets_follow_the_exponent_and_are_never_the_source() {
        Operations operations = workload(Map.of("vertices", 1000, "edges", 100_000, "edgeExponent", 1))
                .operations(key(1, "edges", 0));
        int[] inDegrees = new int[1000];
        for (long index = 0; index < operations.count(); index++) {
            InsertEdges batch = (InsertEdges) operations.at(index);
            for (int i = 0; i < batch.ids().length; i++) {
                assertThat(batch.targets()[i]).isNotEqualTo(batch.sources()[i]);
                inDegrees[(int) batch.targets()[i]]++;
            }
        }
        Arrays.sort(inDegrees);
        assertThat(inDegrees[999] / 100_000.0).isBetween(0.12, 0.15);
    }

    @Test
    void a_data_file_gives_names_and_edges() throws IOException {
        Path file = Files.writeString(folder.resolve("g.tsv"), "# a comment\nx\ty\ny\tz\nx\tz\n");
        Workload workload = new BatchInsertProvider()
                .create(WorkloadSettings.of("batch-insert", Map.of("data", "g.tsv")), name -> file);
        InsertVertices vertices =
                (InsertVertices) workload.operations(key(0, "vertices", -1)).at(0);
        InsertEdges edges =
                (InsertEdges) workload.operations(key(1, "edges", 0)).at(0);
        assertThat(vertices.names()).containsExactly("x", "y", "z");
        assertThat(edges.sources()).containsExactly(0, 1, 0);
        assertThat(edges.targets()).containsExactly(1, 2, 2);
    }

    @Test
    void a_phase_without_a_part_or_without_vertices_before_it_is_refused() {
        Workload workload = workload(Map.of());
        assertThatThrownBy(() -> workload.operations(key(0, "", -1)))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("vertices or part: edges");
        assertThatThrownBy(() -> workload.operations(key(0, "edges", -1)))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("no phase before it adds vertices");
    }

    private static Workload workload(Map<String, Object> settings) {
        return new BatchInsertProvider().create(WorkloadSettings.of("batch-insert", settings), name -> {
            throw new PlanException("no data file " + name);
        });
    }

    private static PhaseKey key(int ordinal, String part, int vertices) {
        return new PhaseKey(42, ordinal, part, 0, 1, vertices);
    }

    private static void insertAll(Operations operations, InsertModel model) {
        for (long index = 0; index < operations.count(); index++) {
            assertThat(model.apply((InsertOperation) operations.at(index))).isEqualTo(Outcome.OK);
        }
    }
}
