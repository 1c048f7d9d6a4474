package muster.experiments.turns.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused before anything is started. */
class OverheadRefusalTest {
    @TempDir
    private Path folder;

    private Shell.Result overhead(String... arguments) {
        List<String> all = new ArrayList<>(List.of("overhead"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--store", folder.resolve("s.db").toString()));
        return Cli.run(all.toArray(String[]::new));
    }

    private void refused(Shell.Result result, String... parts) {
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).startsWith("muster: ").hasLineCount(1).contains(parts);
        assertThat(folder.resolve("s.db")).doesNotExist();
    }

    @Test
    void an_argument_that_makes_no_sense_is_named() {
        refused(overhead("noop", "--workers", "0"), "--workers 0: at least 1");
        refused(overhead("noop", "--workers", "9"), "--workers 9: at least 1, and no more than the 8 clients");
        refused(overhead("noop", "--twin", "--workers", "2"), "--twin: compares standalone with itself");
        refused(overhead("noop", "--lease", "1,2,3,4,5,6,7,8,9"), "--lease: at most 8 sizes, here are 9");
        refused(overhead("noop", "--lease", "0"), "--lease 0: a number of operations from 1 on");
        refused(overhead("noop", "--lease", "auto,x"), "--lease x: a number");
        refused(overhead("noop", "--max-percent", "-1"), "--max-percent -1.0: ");
        refused(overhead("noop", "--max-percent", "NaN"), "from 0 on");
    }

    @Test
    void a_cost_of_leases_that_could_not_be_known_is_refused() {
        refused(
                overhead("noop", "--lease-cost", "2%"),
                "--lease-cost 2%: the plan has 8 clients",
                "--set measure.clients=1");
        refused(overhead("noop", "--lease-cost", "much", "--set", "measure.clients=1"), "--lease-cost much: ");
    }

    @Test
    void a_plan_with_a_sweep_is_refused_and_the_keys_are_named() {
        refused(overhead("noop", "--set", "sweep={measure.clients: [1, 2]}"), "noop: sweep:", "measure.clients");
    }

    @Test
    void a_plan_of_two_measured_phases_is_refused() {
        refused(overhead("batch-insert"), "2: vertices, edges");
    }

    @Test
    void a_plan_that_measures_nothing_is_refused() throws Exception {
        Path plan = Files.writeString(
                folder.resolve("p.yaml"),
                "{target: {kind: noop}, workload: {kind: noop}, phases: [{kind: warmup, duration: 1s, clients: 1}]}");
        refused(overhead(plan.toString()), "p: phases:", "none");
    }

    @Test
    void a_plan_that_writes_and_does_not_reset_is_refused_and_says_why() throws Exception {
        Path plan = Files.writeString(folder.resolve("p.yaml"), """
                {target: {kind: neo4j, uri: "bolt://127.0.0.1:7687"}, workload: {kind: graphity, users: 10},
                 phases: [{kind: measure, duration: 1s, clients: 1}]}
                """);
        refused(overhead(plan.toString()), "state: reuse: this plan writes", "say state: fresh");
    }

    @Test
    void a_plan_that_is_not_there_is_named() {
        refused(overhead("nop"), "nop: no such file");
    }
}
