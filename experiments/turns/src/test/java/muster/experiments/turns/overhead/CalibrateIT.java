package muster.experiments.turns.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole command, as a process: nine short measurements. */
@Tag("slow")
@Tag("thorough")
class CalibrateIT {
    @TempDir
    private Path folder;

    private Background background;
    private Path file;

    @BeforeEach
    void prepare() {
        background = new Background(folder);
        file = folder.resolve("c.db");
    }

    @AfterEach
    void end() {
        background.close();
    }

    @Test
    void what_it_prints_is_stored_and_later_runs_have_it() throws IOException {
        Shell.Result result = background
                .start("calibrate", "--seconds", "1", "--json", "--store", file.toString())
                .result();
        assertThat(result.exitCode()).as(result.err()).isIn(0, 111);
        assertThat(result.out())
                .contains("\"operation_cpu_ns\": ", "\"timer_100us_service_p50_ns\": ", "\"clock_resolution_ns\": ");
        assertThat(figures("cluster_1ms_%_p__\\_ns")).hasSize(4);
        assertThat(figures("operation_cpu_ns"))
                .singleElement()
                .satisfies(ns -> assertThat((Double) ns).isBetween(20.0, 1e5));
        assertThat(figures("cluster_0s_service_p50_ns"))
                .singleElement()
                .satisfies(ns -> assertThat((Double) ns).isBetween(0.0, 1e6));
        assertThat(rows("select mode, count(*) from run_summary group by mode order by mode"))
                .containsExactly(List.of("cluster", 3L), List.of("standalone", 3L));
        if (result.exitCode() == 0) {
            laterRunsHaveIt();
        }
    }

    private void laterRunsHaveIt() throws IOException {
        Path plan = Files.writeString(folder.resolve("p.yaml"), """
                name: later
                target: {kind: noop}
                workload: {kind: noop}
                phases:
                  - {kind: measure, operations: 10, clients: 1}
                """);
        background
                .start("standalone", plan.toString(), "--store", file.toString())
                .result();
        assertThat(rows("select e.source from environment e join calibration c on e.key = 'calibration.' || c.name"
                        + " and e.value = c.value join run r using (run_id) where r.name = 'later'"
                        + " and c.name = 'operation_cpu_ns' order by 1"))
                .containsExactly(List.of("coordinator"), List.of("worker"));
    }

    private List<Object> figures(String like) {
        return rows("select value from calibration where name like '" + like + "' escape '\\'").stream()
                .map(List::getFirst)
                .toList();
    }

    private List<List<Object>> rows(String sql) {
        return new Stored(file, 1).rows(sql);
    }
}
