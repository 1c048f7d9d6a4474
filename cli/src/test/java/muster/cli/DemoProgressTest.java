package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import muster.cli.DemoProgress.Stage;
import muster.protocol.Progress;
import org.junit.jupiter.api.Test;

/** Where standard error is no terminal: what a log of the demo has. */
class DemoProgressTest {
    private final StringWriter written = new StringWriter();

    private static Progress phase(String name) {
        return Progress.newBuilder()
                .setPhase(name)
                .setOperations(3)
                .setErrors(0)
                .build();
    }

    @Test
    void each_stage_is_one_line_with_the_time_left_however_often_figures_come() {
        try (DemoProgress progress = new DemoProgress(new PrintWriter(written))) {
            progress.server("Waiting for Neo4j, process 7, which has not answered for 5 s");
            progress.note("Neo4j answers");
            List.of("load-vertices", "load-vertices-st", "load-edges", "warmup", "measure", "measure")
                    .forEach(name -> progress.progress(phase(name)));
            progress.progress(
                    Progress.newBuilder().setLine("waiting for workers").build());
            progress.cluster("verifying: verify");
            progress.progress(phase("measure"));
            progress.begin(Stage.INSERT);
            progress.progress(phase("warmup"));
            progress.begin(Stage.REPORT);
        }
        List<String> lines = written.toString().lines().toList();
        assertThat(lines).hasSize(8);
        assertThat(lines.get(1)).isEqualTo("Neo4j answers");
        assertThat(lines.stream().filter(line -> !line.equals("Neo4j answers")))
                .allSatisfy(line -> assertThat(line).matches(".+, about \\d+ s left"))
                .extracting(line -> line.split(" ", 2)[0])
                .containsExactly("starting", "loading", "warming", "measuring:", "comparing", "inserting", "writing");
    }

    @Test
    void the_time_left_only_falls_while_a_machine_keeps_its_pace() {
        try (DemoProgress progress = new DemoProgress(new PrintWriter(written))) {
            progress.progress(phase("warmup"));
            progress.progress(phase("measure"));
            progress.begin(Stage.VERIFY);
        }
        List<Integer> left = written.toString()
                .lines()
                .skip(1)
                .map(line -> Integer.valueOf(line.replaceAll(".*about (\\d+) s left", "$1")))
                .toList();
        assertThat(left).hasSize(3).isSortedAccordingTo((a, b) -> b - a);
    }
}
