package muster.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
    @TempDir
    private Path folder;

    private String plan;

    @BeforeEach
    void aPlan() throws IOException {
        Path file = folder.resolve("p.yaml");
        Files.writeString(file, """
                name: p
                target: {kind: fake}
                workload: {kind: noop}
                phases:
                  - {kind: load}
                  - {kind: warmup, operations: 1000, clients: 2}
                  - {kind: measure, duration: 10s, clients: 4}
                sweep:
                  measure.clients: [1, 4, 16]
                trials: 2
                thresholds: ["p99 < 50ms"]
                """);
        plan = file.toString();
    }

    @Test
    void steps_phases_time_and_samples_are_reported() {
        Shell.Result result = Cli.run("check", plan);
        assertThat(result.err()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("plan p: target fake, workload noop, seed 1, 3 steps with 2 trials each")
                .contains("target: server.version=7.1")
                .contains("step 3: measure.clients=16")
                .contains("  warmup: 1,000 operations, 2 clients")
                .contains("  measure: 10s, 16 clients")
                .contains("threshold: p99 < 50ms")
                .contains("time: at least 1m, and 6,000 operations whose time is not known")
                .contains("sample: measure 2: Noop")
                .contains("statement: noop in step 1\n  FAKE REQUEST\n  for noop\n");
    }

    @Test
    void a_measure_phase_that_is_too_short_to_be_steady_is_named_after_all_else_where_the_plan_requires_it() {
        String line =
                "muster: p: measure.duration: 5s: too short to be steady, as steady: required asks; measure for at"
                        + " least 10s, or only report it with --set steady=reported";
        Shell.Result result = Cli.run("check", plan, "--set", "steady=required", "-d", "5s");
        assertThat(result.err().strip()).isEqualTo(line);
        assertThat(result.out()).contains("step 3: measure.clients=16", "  measure: 5s, 16 clients");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(Cli.run("check", plan, "--set", "steady=required", "-d", "5s", "--json")
                        .out())
                .contains("\"problems\": [\"p: measure.duration: 5s");
        assertThat(Cli.run("check", plan, "--set", "steady=required").exitCode())
                .isZero();
    }

    @Test
    void how_many_new_follows_will_have_a_uniform_followee_is_reported() throws IOException {
        Path file = folder.resolve("follows.yaml");
        Files.writeString(file, """
                name: follows
                target: {kind: noop}
                workload: {kind: graphity, users: 2000, mix: {follow: 50, post: 50}}
                phases:
                  - {kind: load}
                  - {kind: warmup, operations: 1000, clients: 2}
                  - {kind: measure, name: counted, operations: 100000, clients: 2}
                  - {kind: measure, name: timed, duration: 10s, clients: 2}
                  - {kind: measure, name: paced, duration: 10s, rate: 10000/s}
                """);
        assertThat(Cli.run("check", file.toString(), "--offline").out())
                .containsPattern(
                        "warmup: 1,000 operations, 2 clients, \\d\\.\\d % of new follows have a uniform followee\n")
                .containsPattern(
                        "counted: .*, [23]\\d\\.\\d % of new follows have a uniform followee \\(warning: take more users")
                .containsPattern(
                        "timed: 10s, 2 clients, 5 % of new follows have a uniform followee after \\d,\\d{3} operations\n")
                .containsPattern("paced: .*\\(warning: take more users");
        assertThat(Cli.run("check", file.toString(), "--offline", "--json").out())
                .contains("\"uniform_followees\"")
                .contains("\"operations_below_uniform_limit\"");
    }

    @Test
    void turns_are_reported_with_their_blocks_and_too_few_of_these_before_they_are_measured() throws IOException {
        Path file = folder.resolve("turns.yaml");
        Files.writeString(file, """
                name: turns
                target: {kind: noop}
                workload: {kind: noop}
                phases:
                  - kind: measure
                    duration: 15s
                    turns: 500ms
                    streams: {a: {clients: 1}, b: {clients: 2}}
                """);
        assertThat(Cli.run("check", file.toString(), "--offline").out()).contains("\nturns: measure has 15 blocks\n");
        assertThat(Cli.run("check", file.toString(), "--offline", "-d", "14.9s").out())
                .contains("\nturns: measure has 14 blocks, too few to tell which stream is faster: 15 are the least\n");
    }

    /** Its blocks are those of all runs, which compare none of them. */
    @Test
    void turns_with_other_runs_are_shown() throws Exception {
        Path file = Files.writeString(folder.resolve("shared.yaml"), """
                target: {kind: noop}
                workload: {kind: noop}
                phases: [{kind: measure, duration: 10s, clients: 4, turns: {length: 200ms, of: [old, new], as: new}}]
                """);
        assertThat(Cli.run("check", file.toString(), "--offline").out())
                .contains("  measure: 10s, 4 clients in turns of 200ms, guard 40ms, as new of the runs old, new\n")
                .doesNotContain("blocks");
    }

    @Test
    void an_empty_database_would_be_loaded() {
        assertThat(Cli.run("check", plan).out())
                .contains("database: 127.0.0.1:1/graph is empty; a run would load here");
    }

    @Test
    void own_data_would_be_deleted_and_their_number_is_reported() {
        Shell.Result result = Cli.run("check", plan, "--set", "target.state=marked");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains(
                        "holds 1,234 vertices and 0 edges, marked as Muster's; a run would delete all of this, 1,234 vertices and"
                                + " 0 edges, and load");
    }

    @Test
    void a_fresh_state_without_a_load_deletes_what_is_there_and_says_so() throws IOException {
        Path fresh = folder.resolve("fresh.yaml");
        Files.writeString(fresh, """
                name: fresh
                target: {kind: fake}
                workload: {kind: noop}
                state: fresh
                phases: [{kind: measure, duration: 10s, clients: 4}]
                """);
        assertThat(Cli.run("check", fresh.toString(), "--set", "target.state=marked")
                        .out())
                .contains("a run would delete all of this, 1,234 vertices and 0 edges, and load nothing")
                .doesNotContain("operations meet what is there");
        Shell.Result foreign = Cli.run("check", fresh.toString(), "--set", "target.state=foreign");
        assertThat(foreign.out()).contains("a run would be refused");
        assertThat(foreign.exitCode()).isEqualTo(104);
    }

    @Test
    void a_plan_that_reuses_the_state_meets_what_is_there() throws IOException {
        Path reuse = folder.resolve("reuse.yaml");
        Files.writeString(reuse, """
                name: reuse
                target: {kind: fake}
                workload: {kind: noop}
                phases: [{kind: measure, duration: 10s, clients: 4}]
                """);
        assertThat(Cli.run("check", reuse.toString(), "--set", "target.state=marked")
                        .out())
                .contains("nothing is loaded; operations use the existing data");
    }

    @Test
    void foreign_data_would_be_refused_with_the_code_of_a_run() {
        Shell.Result result = Cli.run("check", plan, "--set", "target.state=foreign");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.out()).contains("a run would be refused: these data are not Muster's");
    }

    private String loading(String data) throws IOException {
        return Files.writeString(folder.resolve("l.yaml"), """
                        target: {kind: fake}
                        data: {social: {people: 1000}%s}
                        workload: {kind: query, operations: {read: {cypher: "MATCH (n:Person) RETURN n"}}}
                        phases: [{kind: load}, {kind: measure, operations: 100, clients: 1}]
                        """.formatted(data)).toString();
    }

    /** Before the load there is no index that a statement could use. */
    @Test
    void full_scans_are_warned_of_once_the_data_are_loaded() throws IOException {
        String plan = loading("");
        assertThat(Cli.run("check", plan, "--set", "target.state=empty").out()).doesNotContain("reads all of them");
        assertThat(Cli.run("check", plan, "--set", "target.state=marked").out())
                .contains("l.yaml:3: read: NodeByLabelScan n:Person reads all of them; an index may help");
    }

    @Test
    void statements_after_the_load_are_listed_and_not_executed() throws IOException {
        String index = "CREATE INDEX person IF NOT EXISTS FOR (p:Person) ON (p.name)";
        Files.writeString(folder.resolve("after.cypher"), "MATCH (p:Person)\nSET p.seen = false\n");
        String plan = loading(
                ", indexes: {cypher: \"" + index + "\", sql: [a, b]}, after: {cypher: [RETURN 1, after.cypher]}");
        Shell.Result result = Cli.run("check", plan);
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out().lines().filter(line -> line.startsWith("after the load")))
                .containsExactly(
                        "after the load, data.indexes: " + index,
                        "after the load, data.after: RETURN 1",
                        "after the load, data.after: MATCH (p:Person) SET p.seen = false");
        assertThat(Cli.run("check", plan, "--json").out()).contains("\"after the load, data.indexes: " + index + "\"");
        Shell.Result other = Cli.run("check", loading(", indexes: {sql: [a]}"));
        assertThat(other.err())
                .isEqualTo(
                        "muster: data.indexes: expected cypher as well, which target fake executes; write cypher: [] for no"
                                + " statement\n");
        assertThat(Cli.run("check", loading(", indexes: {sql: [a], cypher: []}"))
                        .exitCode())
                .isZero();
        assertThat(Cli.run("check", loading(", indexs: {cypher: a}")).err())
                .contains("data.indexs: unknown key; did you mean indexes?");
        assertThat(Cli.run("check", loading(", indexes: {cyphr: a}")).err())
                .contains("data.indexes.cyphr: unknown key; did you mean cypher?");
        assertThat(Cli.run("check", loading(", after: {cypher: [1]}")).err())
                .contains("data.after.cypher: [1]: expected a statement, or a list of them");
    }

    @Test
    void foreign_data_that_may_be_erased_are_not_refused() {
        Shell.Result result =
                Cli.run("check", plan, "--set", "target.state=foreign", "--allow-erase", "127.0.0.1:1/graph");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).contains("a run would delete all of this, 1,234 vertices and 0 edges, and load");
    }

    @Test
    void operations_that_would_change_existing_data_are_named_with_the_option_that_allows_them() throws IOException {
        String writes = Files.writeString(folder.resolve("w.yaml"), """
                        target: {kind: noop}
                        data: none
                        workload: {kind: query, operations: {read: {cypher: r}, rename: {cypher: w, write: true}}}
                        phases: [{kind: measure, operations: 100, clients: 1}]
                        """).toString();
        Shell.Result refused = Cli.run("check", writes);
        assertThat(refused.exitCode()).isEqualTo(104);
        assertThat(refused.out())
                .contains(
                        "a run would be refused without --allow-write noop/: operations change the existing data (rename)");
        Shell.Result allowed = Cli.run("check", writes, "--allow-write", "noop/");
        assertThat(allowed.exitCode()).isZero();
        assertThat(allowed.out()).contains("nothing is loaded; operations change the existing data");
        String store = folder.resolve("w.db").toString();
        Shell.Result run = Cli.run("standalone", writes, "--store", store);
        assertThat(run.exitCode()).isEqualTo(104);
        assertThat(run.out() + run.err()).contains("refused: operation rename would change what database noop/ holds");
        assertThat(Cli.run("standalone", writes, "--store", store, "--allow-write", "noop/")
                        .exitCode())
                .isIn(0, 111);
    }

    @Test
    void a_target_that_does_not_answer_is_reported_with_the_rest_and_exits_with_two() {
        Shell.Result result = Cli.run("check", plan, "--set", "target.state=down");
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.out()).contains("target does not answer: 127.0.0.1:1: connection refused", "step 3:");
    }

    @Test
    void offline_does_not_connect() {
        Shell.Result result = Cli.run("check", plan, "--offline", "--set", "target.state=down");
        assertThat(result.exitCode()).isZero();
        assertThat(result.out()).doesNotContain("target:");
    }

    @Test
    void a_wrong_plan_is_named_in_one_line() {
        Shell.Result result = Cli.run("check", plan, "--set", "measure.duration=soon");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .startsWith("muster: ")
                .contains("duration", "soon")
                .hasLineCount(1);
    }

    @Test
    void json_is_one_object() {
        Shell.Result result = Cli.run("check", plan, "--json");
        assertThat(result.out())
                .startsWith("{\"name\": \"p\", \"target\": \"fake\"")
                .contains(
                        "\"duration_ns\": 60000000000",
                        "\"consequence\": \"a run would load here\"",
                        "{\"step\": 1, \"operation\": \"noop\", \"texts\": [\"FAKE REQUEST\\nfor noop\"]}")
                .hasLineCount(1);
    }
}
