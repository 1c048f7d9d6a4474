package muster.experiments.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import muster.cli.results.RunReference;
import muster.endtoend.Cli;
import muster.endtoend.RealFile;
import muster.endtoend.Shell;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.model.RunEnd;
import muster.store.file.Given;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.store.table.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class CompareCommandTest {
    @TempDir
    private Path folder;

    @Test
    void the_sides_their_differences_and_each_figure_are_reported() throws IOException {
        String file = RealFile.in(folder).toString();
        Shell.Result result = Cli.run("compare", file, "1", "single");
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .contains("A  " + file + ":1 (graphity-nowhere)", "B  " + file + ":2 (single)")
                .contains("plan and environment: no difference")
                .contains(
                        "post at maxInFlight 1 (response times, 3 trials and 1 trial)",
                        "all operations at maxInFlight 2 (")
                .contains("with fewer than 3 trials a side nothing is decided")
                .doesNotContain("B is ");
        assertThat(result.out().lines().filter(line -> line.matches("(throughput|p50|p99|p99\\.9)  .*")))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).matches("\\S+ +\\S+(?: \\S+)?  .*  (\\d+\\.\\d{3}|-)  .*"));
        assertThat(result.out().lines().toList().getFirst()).matches("\\w+ at maxInFlight 1 throughput: undecided .*");
        // More than a screen of tables lies between, so the answer comes again.
        assertThat(result.out().lines().toList().reversed())
                .startsWith(
                        result.out().lines().toList().getFirst(),
                        "report: ./muster report " + file + ":1 (A), ./muster report " + file + ":2 (B)");
    }

    @Test
    void json_has_ratios_with_their_bounds() throws IOException {
        String file = RealFile.in(folder).toString();
        String json = Cli.run("compare", file + ":1", file + ":latest", "--json", "--fail-if", "post p50 > +500%")
                .out();
        assertThat(json)
                .contains("\"operation\": \"post\"", "\"throughput\": {\"a\": ", "\"p999\": {", "\"low\": ")
                .contains("\"rule\": \"post p50 > +500%\"");
    }

    @Test
    void a_rule_fails_with_99_passes_with_0_and_is_undecided_with_98() throws Exception {
        String one = valid(RealFile.in(folder)) + ":1";
        String same = Files.copy(folder.resolve("real.db"), folder.resolve("same.db")) + ":1";
        Shell.Result failed = Cli.run("compare", one, same, "--fail-if", "all throughput < +900000%");
        assertThat(failed.out()).contains("fail if all throughput < +900000%: all operations", ": FAILED");
        assertThat(failed.exitCode()).isEqualTo(99);
        Shell.Result passed = Cli.run("compare", one, same, "--fail-if", "all throughput > +900000%");
        assertThat(passed.out()).contains(": passed").doesNotContain("FAILED", "UNDECIDED");
        assertThat(passed.exitCode()).isZero();
        // Both sides are the same: the interval contains no change.
        Shell.Result undecided = Cli.run("compare", one, same, "--fail-if", "all p50 > 0%");
        assertThat(undecided.out()).contains(": UNDECIDED, the interval contains the limit");
        assertThat(undecided.exitCode()).isEqualTo(98);
        assertThat(Cli.run("compare", one, same, "--fail-if", "all p50 > 0%", "--fail-if", "all p50 < +900000%")
                        .exitCode())
                .isEqualTo(99);
    }

    @Test
    void with_fewer_than_three_trials_on_a_side_a_gate_is_undecided_whatever_the_difference() throws Exception {
        String file = valid(RealFile.in(folder));
        for (String rule : new String[] {"all throughput < +900000%", "all throughput > +900000%"}) {
            Shell.Result result = Cli.run("compare", file, "1", "2", "--fail-if", rule);
            assertThat(result.out()).contains("UNDECIDED, a gate needs 3 trials a side");
            assertThat(result.exitCode()).as(rule).isEqualTo(98);
        }
    }

    @Test
    void an_operation_is_divided_by_the_time_of_its_own_phase() throws Exception {
        Path plan = Files.writeString(folder.resolve("two.yaml"), """
                name: two-phases
                target: {kind: noop}
                workload: {kind: batch-insert, vertices: 2000, edges: 50000, vertexBatch: 200, edgeBatch: 50, seed: 42}
                phases:
                  - {kind: measure, name: vertices, part: vertices, clients: 1}
                  - {kind: measure, name: edges, part: edges, clients: 1}
                """);
        Path file = folder.resolve("two.db");
        for (int run = 0; run < 2; run++) {
            Shell.Result made = Cli.run("standalone", plan.toString(), "--store", file.toString());
            assertThat(made.exitCode()).as(made.err() + made.out()).isIn(0, 111);
        }
        RunComparison comparison;
        try (Query query = Query.open(file)) {
            comparison = RunComparison.of(
                    RunSource.of(new RunReference(file, "1"), query),
                    RunSource.of(new RunReference(file, "2"), query),
                    "response");
        }
        assertThat(comparison.operations())
                .extracting(RunComparison.Operation::phase, RunComparison.Operation::name)
                .containsExactly(tuple("vertices", "insertVertices"), tuple("edges", "insertEdges"));
        for (RunComparison.Operation operation : comparison.operations()) {
            RunComparison.Compared throughput = operation.figures().getFirst();
            for (long run = 1; run <= 2; run++) {
                double told = (run == 1 ? throughput.a() : throughput.b()).value();
                assertThat(told).isCloseTo(inStepSummary(file, run, operation.phase()), withinPercentage(0.001));
            }
        }
        assertThat(Cli.run("compare", file.toString(), "1", "2").out()).contains("insertEdges in phase edges (");
    }

    @Test
    void every_warning_is_shown_and_outcomes_add_up() {
        Path file = folder.resolve("s.db");
        try (Store store = Store.open(file)) {
            for (String name : List.of("a", "b")) {
                PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 2, -1);
                Given.commit(
                        store,
                        List.of(Given.report(
                                at,
                                1,
                                1,
                                Given.START,
                                Given.all(
                                        Given.both("post", "ok", Given.histogram(1_000, 2_000)),
                                        Given.both("post", "absent", Given.histogram(7))),
                                Given.range(0, 3))),
                        List.of());
                store.runs().checks(List.of(warning(at.runId(), "coordinator"), warning(at.runId(), "steady")));
                store.phases().end(Given.end(at, Given.START + 2 * Given.SECOND, 3));
                store.runs().end(new RunEnd(at.runId(), "complete", Given.START, "valid", "none", 0, name));
            }
        }
        assertThat(Cli.run("compare", file.toString(), "1", "2").out())
                .contains("coordinator: observed seen - because")
                .contains("a measured phase was not steady; a difference may be that of its warm-up")
                .contains("3 operations: 2 ok, 0 errors, 1 absent");
    }

    private static CheckRow warning(long run, String name) {
        return new CheckRow(run, 1, 1, "warning", name, "", "seen", false, "", "because");
    }

    private static double inStepSummary(Path file, long run, String phase) {
        try (Query query = Query.open(file)) {
            String sql =
                    "select throughput_per_s from step_summary where run_id = " + run + " and phase = '" + phase + "'";
            return Row.of(query.table(sql)).getFirst().number("throughput_per_s");
        }
    }

    @Test
    void with_a_rule_an_invalid_run_is_no_basis() throws Exception {
        Path file = RealFile.in(folder);
        valid(file);
        change(file, "update run set validity = 'invalid' where run_id = 2");
        Shell.Result result = Cli.run("compare", file.toString(), "1", "2", "--fail-if", "p99 > +900000%");
        assertThat(result.out()).contains("INVALID", "warning: not both runs are valid");
        assertThat(result.exitCode()).isEqualTo(111);
    }

    /** A database that leaves rows out is faster: no gate may pass on that. */
    @Test
    void with_a_rule_a_run_with_wrong_answers_is_no_basis() throws Exception {
        Path file = RealFile.in(folder);
        valid(file);
        change(
                file,
                "insert into check_result select null, run_id, step, trial, 'oracle', 'measure: answers of feed', '100 as recorded',"
                        + " '99 of 100', 0, '', '1 of 100 answers of feed differ from the reference' from check_result where run_id = 2 limit 1");
        Shell.Result result = Cli.run("compare", file.toString(), "1", "2", "--fail-if", "p99 > +900000%");
        assertThat(result.out())
                .contains("VALID, WRONG ANSWERS", "WRONG    B: ", "1 of 100 answers of feed differ")
                .contains("warning: answers are wrong; how fast they come decides nothing");
        assertThat(result.exitCode()).isEqualTo(97);
        assertThat(Cli.run("compare", file.toString(), "1", "2", "--json").out())
                .contains("\"wrong_answers\": [\"");
    }

    /** Operations that time out leave the quantiles: what fails more seems faster. */
    @Test
    void with_a_rule_a_run_whose_operations_fail_does_not_pass() throws Exception {
        String one = valid(RealFile.in(folder)) + ":1";
        Path worse = Files.copy(folder.resolve("real.db"), folder.resolve("worse.db"));
        assertThat(Cli.run("compare", one, worse + ":1", "--fail-if", "all throughput > +900000%")
                        .exitCode())
                .isZero();
        change(worse, "update outcome_total set outcome = 'timeout' where outcome = 'ok' and operation = 'post'");
        Shell.Result result = Cli.run("compare", one, worse + ":1", "--fail-if", "all throughput > +900000%");
        assertThat(result.out()).containsPattern("warning: \\S+ % of B's operations failed, and 0\\S* % of A's");
        assertThat(result.exitCode()).isEqualTo(1);
    }

    /** A database that refuses part of a load has the easier graph. */
    @Test
    void with_a_rule_a_run_on_a_smaller_graph_does_not_pass() throws Exception {
        String one = valid(RealFile.in(folder)) + ":1";
        Path smaller = Files.copy(folder.resolve("real.db"), folder.resolve("smaller.db"));
        change(
                smaller,
                "insert into check_result select null, run_id, step, trial, 'warning', 'failed load', '0 operations',"
                        + " '400 of 2000 operations in load-edges', 0, '', 'the graph is smaller' from check_result where run_id = 1 limit 1");
        Shell.Result result = Cli.run("compare", one, smaller + ":1", "--fail-if", "all throughput > +900000%");
        assertThat(result.out()).contains("warning: part of a load failed");
        assertThat(result.exitCode()).isEqualTo(1);
    }

    @Test
    void a_wrong_rule_says_what_would_be_right() throws IOException {
        String file = RealFile.in(folder).toString();
        for (String wrong : new String[] {"p99 +5%", "p99 > 5", "p98 > 5%", "a b p99 > 5%", "p99 > -100%", ""}) {
            Shell.Result result = Cli.run("compare", file, "1", "2", "--fail-if", wrong);
            assertThat(result.exitCode()).as(wrong).isEqualTo(104);
            assertThat(result.err()).as(wrong).hasLineCount(1).contains("--fail-if \"" + wrong + "\": expected ");
        }
        assertThat(Cli.run("compare", file, "1", "2", "--fail-if", "delete p99 > 5%")
                        .err())
                .contains("an operation that both runs have: ", "post");
    }

    @Test
    void one_run_is_compared_step_by_step() throws Exception {
        Path file = RealFile.in(folder);
        valid(file);
        Shell.Result result = Cli.run("compare", file + ":1");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out())
                .containsPattern("(?m)^maxInFlight +trials +operations/s +95 % interval +p50 +p99 +errors")
                .containsPattern("(?m)^2 +3 ");
        assertThat(result.out().lines().toList().getFirst()).containsPattern("maxInFlight=[12]");
        assertThat(result.out().lines().toList().getLast()).isEqualTo("report: ./muster report " + file + ":1");
        assertThat(Cli.run("compare", file + ":1", "--by", "maxInFlight", "--json")
                        .out())
                .contains("\"values\": {\"maxInFlight\": \"2\"}", "\"sentences\": [");
        refused("--by users: this run sweeps measure.maxInFlight", "compare", file + ":1", "--by", "users");
        refused("--by compares the steps of one run", "compare", file.toString(), "1", "2", "--by", "maxInFlight");
        change(file, "update step set parameters_json = '{}'");
        refused("run 1 of " + file + " has no sweep to compare: name two runs", "compare", file + ":1");
    }

    @Test
    void what_cannot_be_compared_is_refused_in_one_line() throws Exception {
        Path file = RealFile.in(folder);
        refused("both sides are run 1", "compare", file.toString(), "1", "1");
        refused("no run 'nightly'; ./muster runs", "compare", file.toString(), "nightly", "1");
        refused("there is no such file", "compare", "nowhere.db", file.toString());
        change(file, "update phase set kind = 'load' where run_id = 2");
        refused("(single) has no measured phase", "compare", file.toString(), "1", "2");
        change(file, "update run set workload = 'query' where run_id = 2");
        change(file, "update phase set kind = 'measure' where run_id = 2 and phase = 'measure'");
        refused("did graphity and", "compare", file.toString(), "1", "2");
        Path empty = folder.resolve("empty.db");
        Store.open(Files.createFile(empty)).close();
        refused("empty.db: holds no run", "compare", empty.toString(), file.toString());
    }

    @Test
    void other_work_is_reported_as_other() throws Exception {
        Path file = RealFile.in(folder);
        change(file, "update plan set text = replace(text, 'users: 200', 'users: 300') where run_id = 2");
        assertThat(Cli.run("compare", file.toString(), "1", "2").out())
                .contains("plan: workload.users: A 200, B 300  NOT THE SAME WORK")
                .contains("warning: the two runs did different work");
    }

    @Test
    void control_characters_in_names_do_not_reach_the_terminal() throws Exception {
        Path file = RealFile.in(folder);
        change(file, "update run set name = 'x' || char(27) || '[31mred' || char(155) || '2J' where run_id = 2");
        for (String[] command : new String[][] {
            {"compare", file.toString(), "1", "2"},
            {"runs", file.toString()},
            {"sql", file.toString(), "select name from run"}
        }) {
            assertThat(Cli.run(command).out()).contains("red").doesNotContain("\u001b", "\u009b");
        }
    }

    @Test
    void runs_of_one_plan_tell_how_often_a_difference_is_found_where_there_is_none() throws IOException {
        String file = RealFile.in(folder).toString();
        Shell.Result result = Cli.run("compare", file, "--aa");
        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .contains("1 pairs of runs of the same plan", "throughput", " of ", " undecided")
                .contains("note: runs of fewer than 3 trials decide nothing");
    }

    @Test
    void steps_of_several_trials_have_a_random_order_that_its_seed_repeats() throws IOException {
        String file = RealFile.in(folder).toString();
        assertThat(Cli.run("sql", file, "--csv", "select value from environment where key = 'trials.order_seed'")
                        .out()
                        .lines())
                .containsExactly("value", "7");
        assertThat(Cli.run(
                                "sql",
                                file,
                                "--csv",
                                "select count(distinct step || ' ' || trial) from step_summary"
                                        + " where run_id = 1 and phase = 'measure'")
                        .out()
                        .lines())
                .containsExactly("count(distinct step || ' ' || trial)", "6");
    }

    private static void refused(String because, String... command) {
        Shell.Result result = Cli.run(command);
        assertThat(result.err()).hasLineCount(1).contains(because);
        assertThat(result.exitCode()).isEqualTo(104);
    }

    /** As on a machine that nothing else uses. */
    private static String valid(Path file) throws SQLException {
        change(file, "update run set validity = 'valid'");
        change(file, "delete from check_result where name = 'steady'");
        return file.toString();
    }

    private static void change(Path file, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
