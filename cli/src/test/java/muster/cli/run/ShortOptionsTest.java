package muster.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options as users of other load tools know them. */
class ShortOptionsTest {
    @TempDir
    private Path folder;

    private Path plan;

    @BeforeEach
    void aPlan() throws Exception {
        plan = Files.writeString(folder.resolve("p.yaml"), """
                name: p
                target: {kind: noop}
                workload: {kind: noop}
                phases:
                  - {kind: warmup, duration: 100ms, clients: 1}
                  - {kind: measure, operations: 50, clients: 1}
                """);
    }

    private List<List<Object>> phases(String... options) {
        Path file = folder.resolve("s.db");
        List<String> command = new ArrayList<>(List.of("standalone", plan.toString(), "--store", file.toString()));
        command.addAll(List.of(options));
        Shell.Result result = Cli.run(command.toArray(String[]::new));
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
        return new Stored(file, 1)
                .rows("select phase, clients, cast(rate_per_s as integer), (measured_until_ns - start_ns) / 100000000"
                        + " from phase order by ordinal");
    }

    @Test
    void clients_go_to_warm_ups_and_measures_and_the_duration_takes_the_place_of_a_count() {
        assertThat(phases("-c", "3", "-d", "300ms"))
                .containsExactly(List.of("warmup", 3L, 0L, 1L), List.of("measure", 3L, 0L, 3L));
    }

    @Test
    void a_rate_makes_open_loops() {
        assertThat(phases("-R", "200", "-c", "3", "-d", "300ms"))
                .containsExactly(List.of("warmup", 3L, 200L, 1L), List.of("measure", 3L, 200L, 3L));
    }

    @Test
    void quiet_prints_the_result_only_and_a_page_can_be_had_at_once() {
        Path page = folder.resolve("p.html");
        String file = folder.resolve("s.db").toString();
        Shell.Result result = Cli.run("standalone", plan.toString(), "-q", "--html", page.toString(), "--store", file);
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines().toList().getLast()).isEqualTo("report: " + page);
        assertThat(page).content().contains("<h1>p</h1>");
    }

    @ParameterizedTest
    @CsvSource({
        "--vus, use --clients N",
        "--threads=4, use --clients N",
        "--url, use --uri URI",
        "--rps=5, use --rate 1000/s"
    })
    void an_option_of_another_tool_is_answered_with_ours(String option, String answer) {
        Shell.Result result = Cli.run("standalone", "noop", option);
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).hasLineCount(1).contains(answer);
    }

    @Test
    void a_command_without_a_load_has_none_of_these_options() {
        assertThat(Cli.run("sql", "x.db", "--vus").err())
                .contains("no option '--vus'")
                .doesNotContain("use --clients");
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1001"})
    void trials_from_1_to_1000(String trials) {
        Shell.Result result = Cli.run("standalone", "noop", "--trials=" + trials);
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).hasLineCount(1).contains("--trials " + trials + ": a number from 1 to 1000");
    }

    @Test
    void help_is_had_in_each_way_that_is_usual() {
        assertThat(Cli.run("help", "run").out()).contains("Usage: muster run");
        assertThat(Cli.run("help", "rum").err()).contains("no command 'rum' (did you mean run");
        assertThat(Cli.run("help").out())
                .contains("Usage: muster")
                .isEqualTo(Cli.run().out());
    }
}
