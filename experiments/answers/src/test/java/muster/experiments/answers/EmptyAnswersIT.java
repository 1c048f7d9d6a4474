package muster.experiments.answers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.falkordb.FalkorDbServer;
import muster.servers.neo4j.Neo4jServer;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Providers;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Statements that find nothing, that the database warns of, or that it does not accept; on real servers. */
@Tag("server")
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
class EmptyAnswersIT {
    private static final String COUNTED =
            "select operation, answered, empty, empty_percent from answer_summary where phase = 'measure' order by 1";

    @TempDir
    private static Path folder;

    private RunningServer neo4j;
    private RunningServer falkordb;
    private int files;

    @BeforeAll
    void start() throws IOException {
        neo4j = Servers.local().start("neo4j", Neo4jServer.small().inMemory());
        falkordb = Servers.local().start("falkordb", FalkorDbServer.small());
        Files.writeString(folder.resolve("people.csv"), "id:ID(Person)\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    }

    @AfterAll
    void stop() {
        falkordb.close();
        neo4j.close();
    }

    private String plan(String kind) {
        return """
            name: empty
            target: {kind: %s, uri: "%s"}
            data: {nodes: {Person: %s}}
            workload:
              kind: query
              parameters: {id: {integer: [0, 9]}}
              operations:
                mistyped: {cypher: "MATCH (p:Persn {id: $id}) RETURN p.id", with: {id: id}}
                right: {cypher: "MATCH (p:Person {id: $id}) RETURN p.id", with: {id: id}}
            phases:
              - {kind: load}
              - {kind: measure, operations: 100, clients: 2}
            """.formatted(kind, (kind.equals("neo4j") ? neo4j : falkordb).uri(), folder.resolve("people.csv"));
    }

    private record Ended(Shell.Result result, Stored stored) {}

    private Ended run(String command, String text) throws IOException {
        Path store = folder.resolve(++files + ".db");
        return new Ended(Cli.run(command, file(text), "--store", store.toString()), new Stored(store, 1));
    }

    /** From the checkout, where Python workers are. */
    private Ended runWithPython(int javaWorkers, String text) throws IOException {
        Path store = folder.resolve(++files + ".db");
        Shell.Result result = Shell.muster(
                "run",
                file(text),
                "--store",
                store.toString(),
                "--workers",
                Integer.toString(javaWorkers),
                "--python-workers",
                "1");
        return new Ended(result, new Stored(store, 1));
    }

    private String file(String text) throws IOException {
        Path file = folder.resolve("plan-" + ++files + ".yaml");
        Files.writeString(file, text);
        return file.toString();
    }

    private static long vertices(String text) throws TargetException {
        Plan plan = PlanReader.parse(text, "plan.yaml", List.of());
        try (Target target = Providers.target(plan.target().kind())
                .open(plan.target().settings().resolved(), plan.workload().settings())) {
            return target.contents().vertices();
        }
    }

    @Tag("thorough")
    @Test
    void a_wrong_label_is_named_by_muster_and_by_neo4j() throws IOException {
        Ended ended = run("standalone", plan("neo4j"));
        assertThat(ended.result.out())
                .contains("every answer of mistyped was empty")
                .contains("neo4j warns of operation mistyped")
                .contains("`Persn`")
                .doesNotContain("answer of right was empty", "neo4j warns of operation right");
        assertThat(ended.stored.rows(COUNTED)).hasToString("[[mistyped, 50, 50, 100.0], [right, 50, 0, 0.0]]");
        assertThat(ended.stored.rows(
                        "select count(*) from check_summary where kind = 'warning' and name like 'neo4j warns%'"))
                .hasToString("[[1]]");
    }

    @Test
    void a_wrong_label_is_named_on_falkordb_which_warns_of_nothing() throws IOException {
        Ended ended = run("standalone", plan("falkordb"));
        assertThat(ended.result.out())
                .contains("every answer of mistyped was empty")
                .doesNotContain("falkordb warns");
        assertThat(ended.stored.rows(COUNTED)).hasToString("[[mistyped, 50, 50, 100.0], [right, 50, 0, 0.0]]");
    }

    @Test
    void an_empty_answer_is_wrong_where_rows_are_required() throws IOException {
        for (String kind : List.of("neo4j", "falkordb")) {
            String required = plan(kind).replace("{cypher:", "{rows: required, cypher:");
            Ended ended = run("standalone", required);
            assertThat(ended.result.exitCode()).as(ended.result.toString()).isEqualTo(97);
            assertThat(ended.result.err() + ended.result.out())
                    .contains("50 of 50 answers of mistyped were empty, and it says rows: required")
                    .doesNotContain("answers of right were empty");
            assertThat(ended.stored.rows("select outcome, count from outcome_summary where operation = 'mistyped'"))
                    .hasToString("[[emptyAnswer, 50]]");
            assertThat(ended.stored.rows("select answers from run_summary")).hasToString("[[wrong]]");
        }
    }

    @Tag("thorough")
    @Test
    void a_syntax_error_ends_a_run_before_it_deletes_or_loads() throws IOException, TargetException {
        for (String kind : List.of("neo4j", "falkordb")) {
            run("standalone", plan(kind));
            long before = vertices(plan(kind));
            assertThat(before).isPositive();
            Files.writeString(folder.resolve("one.csv"), "id:ID(Person)\n77\n");
            String syntax = plan(kind).replace("people.csv", "one.csv").replaceFirst("RETURN", "RETRUN");
            for (String command : List.of("standalone", "run")) {
                Shell.Result ended = run(command, syntax).result;
                assertThat(ended.exitCode()).as(ended.toString()).isEqualTo(104);
                assertThat(ended.err()).contains("workload.operations.mistyped: Invalid input");
                assertThat(vertices(syntax)).as(kind).isEqualTo(before);
            }
        }
    }

    @Tag("thorough")
    @Test
    void a_reference_of_nothing_is_recorded_only_by_name() throws IOException {
        Path file = folder.resolve("recorded.yaml");
        Files.writeString(file, plan("neo4j"));
        Shell.Result refused = Cli.run("answers", "record", file.toString());
        assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(104);
        assertThat(refused.err())
                .contains("every answer of mistyped is empty", "--allow-empty mistyped", "label does not exist");
        assertThat(folder.resolve("recorded.answers")).doesNotExist();
        Shell.Result allowed = Cli.run("answers", "record", file.toString(), "--loaded", "--allow-empty", "mistyped");
        assertThat(allowed.exitCode()).as(allowed.toString()).isZero();
        assertThat(folder.resolve("recorded.answers")).exists();
    }

    @Tag("thorough")
    @Test
    void a_python_worker_counts_them_and_leaves_the_load_to_java() throws IOException {
        Ended ended = runWithPython(1, plan("neo4j"));
        assertThat(ended.stored.rows(COUNTED))
                .as(ended.result.toString())
                .hasToString("[[mistyped, 50, 50, 100.0], [right, 50, 0, 0.0]]");
        assertThat(ended.stored.rows("select phase, group_concat(distinct language order by language) from worker"
                        + " group by phase order by phase"))
                .hasToString("[[load-edges, java], [load-nodes, java], [load-schema, java], [measure, java,python]]");
    }

    @Tag("nightly")
    @Test
    void python_workers_alone_measure_what_is_loaded_and_are_refused_where_a_load_is_due() throws IOException {
        run("standalone", plan("neo4j"));
        Shell.Result refused = runWithPython(0, plan("neo4j")).result;
        assertThat(refused.exitCode()).as(refused.toString()).isEqualTo(104);
        assertThat(refused.err()).contains("a Python worker cannot load the data of a plan; add a Java worker");
        String measured = plan("neo4j") + "only: [measure]\nstate: reuse\n";
        Ended ended = runWithPython(0, measured);
        assertThat(ended.result.out()).contains("every answer of mistyped was empty", "`Persn`");
        assertThat(ended.stored.rows(COUNTED)).hasToString("[[mistyped, 50, 50, 100.0], [right, 50, 0, 0.0]]");
        String required = measured.replaceFirst("\\{cypher:", "{rows: required, cypher:");
        assertThat(runWithPython(0, required).result.exitCode()).isEqualTo(97);
        String syntax = measured.replaceFirst("RETURN", "RETRUN");
        Shell.Result wrong = runWithPython(0, syntax).result;
        assertThat(wrong.exitCode()).as(wrong.toString()).isEqualTo(104);
        assertThat(wrong.err()).contains("workload.operations.mistyped: Invalid input", "RETRUN");
    }
}
