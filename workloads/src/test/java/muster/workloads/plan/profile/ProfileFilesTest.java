package muster.workloads.plan.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Steps;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a CSV file says stands in the plan that is stored and sent. */
class ProfileFilesTest {
    @TempDir
    private Path folder;

    private Path plan;

    @BeforeEach
    void write() throws IOException {
        plan = folder.resolve("p.yaml");
        Files.writeString(plan, """
                target: {kind: noop}
                workload: {kind: noop}
                phases:
                  - {kind: measure, rate: {csv: rates.csv}}
                """);
    }

    private Plan read(String csv, String... sets) throws IOException {
        Files.writeString(folder.resolve("rates.csv"), csv);
        return PlanReader.read(plan, List.of(sets));
    }

    @Test
    void rows_become_stages_that_last_as_long_as_the_file() throws IOException {
        Plan read = read("second,rate\n0,100\n10,1000\n12.5, 50.5\n\n");
        PhaseSpec phase = read.phases().getFirst();
        assertThat(phase.durationNs()).isEqualTo(12_500_000_000L);
        assertThat(PlanJson.phases(read).getFirst().get("rate").toString())
                .isEqualTo("{from=100/s, stages=[{to=1000/s, in=10s}, {to=505/10s, in=2500ms}]}");
        assertThat(PlanJson.read(PlanJson.write(read)).phases()).isEqualTo(read.phases());
        assertThat(read.text()).contains("stages").doesNotContain("rates.csv");
    }

    @Test
    void what_is_before_the_first_row_is_as_it() throws IOException {
        assertThat(PlanJson.phases(read("second,rate\n3,100\n4,0\n"))
                        .getFirst()
                        .get("rate")
                        .toString())
                .isEqualTo("{from=100/s, stages=[{hold=3s}, {to=0/s, in=1s}]}");
    }

    @Test
    void a_set_and_a_sweep_may_name_a_file_of_clients() throws IOException {
        Files.writeString(folder.resolve("clients.csv"), "second,clients\n0,1\n5,9\n");
        Plan set = read("second,rate\n0,1\n1,1\n", "measure.rate=", "measure.clients={csv: clients.csv}");
        assertThat(set.phases().getFirst().clients()).isEqualTo(9);
        Plan swept =
                read("second,rate\n0,1\n1,1\n", "sweep={measure.rate: [{csv: rates.csv}, 5/s]}", "measure.duration=7s");
        assertThat(Steps.of(swept)).hasSize(2);
    }

    @Test
    void a_wrong_row_is_named() {
        wrong(
                "0,100\n1,2\n",
                "expected a header second,rate or second,clients, and rows of two numbers, at most 10000");
        wrong("second,rate\n0,1\n", "expected at least two rows");
        wrong("second,rate\n0,1\n1,-5\n", "3: \"1,-5\": expected two numbers of at least 0: the second and the load");
        wrong(
                "second,rate\n0,1\n1,5\n1.0001,5\n",
                "4: \"1.0001,5\": expected a second at least 1 ms after that of the row before");
        wrong("second,clients\n0,1\n1,0.5\n", "3: \"1,0.5\": expected a whole number of clients");
    }

    private void wrong(String csv, String message) {
        assertThatThrownBy(() -> read(csv))
                .isInstanceOf(PlanException.class)
                .hasMessageStartingWith(plan + ":4: phases[0].rate.csv: rates.csv:")
                .hasMessageEndingWith(message);
    }

    @Test
    void a_file_that_is_not_there_is_named() {
        assertThatThrownBy(() -> PlanReader.read(plan, List.of()))
                .hasMessage(
                        plan + ":4: phases[0].rate.csv: " + folder.resolve("rates.csv") + ": there is no such file");
    }
}
