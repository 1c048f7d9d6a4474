package muster.experiments.answers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.experiments.answers.FaultyBolt.Fault;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.neo4j.Neo4jServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Answers of a real Neo4j, compared with a reference, straight and through a server that is wrong now and then. */
@Tag("server")
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
class AnswersIT {
    private static final String PLAN = """
            name: answers
            target: {kind: neo4j, uri: "%s"}
            workload:
              kind: query
              parameters: {user: {integer: [0, 60]}, some: {integer: [5, 20]}}
              operations:
                followees:
                  weight: 50
                  with: {id: user}
                  cypher: "MATCH (u:User)-[:FOLLOWS]->(f:User) WHERE u.id >= $id AND u.id < $id + 3 RETURN u.id, f.id, f"
                popular:
                  weight: 50
                  ordered: true
                  with: {id: user, some: some}
                  cypher: "MATCH (:User)-[:FOLLOWS]->(f:User) WHERE f.id > $id RETURN f.id AS id, count(*) AS n ORDER BY n DESC, id LIMIT $some"
            phases:
              - {kind: measure, operations: 1200, clients: 2}
            """;
    private static final String LOAD = """
            name: load
            target: {kind: neo4j, uri: "%s"}
            workload: {kind: graphity, users: 400, seed: 5}
            phases:
              - {kind: load, clients: 2}
            """;

    @TempDir
    private static Path folder;

    private RunningServer server;
    private Path reference;
    private int files;

    @BeforeAll
    void record() throws IOException {
        server = Servers.local().start("neo4j", Neo4jServer.small().inMemory());
        Shell.Result loaded = Cli.run("standalone", plan(LOAD, server.uri()), "--store", store().toString());
        assertThat(loaded.exitCode()).as(loaded.toString()).isZero();
        reference = folder.resolve("truth.answers");
        Shell.Result recorded =
                Cli.run("answers", "record", plan(PLAN, server.uri()), "--answers", reference.toString());
        assertThat(recorded.exitCode()).as(recorded.toString()).isZero();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private String plan(String text, String uri) throws IOException {
        Path file = folder.resolve("plan-" + ++files + ".yaml");
        Files.writeString(file, text.formatted(uri));
        return file.toString();
    }

    private Path store() {
        return folder.resolve(++files + ".db");
    }

    private record Ended(Shell.Result result, Stored stored) {
        private String answers() {
            return String.valueOf(
                    stored.rows("select answers from run_summary").getFirst().getFirst());
        }

        private long count(String query) {
            return ((Number) stored.rows(query).getFirst().getFirst()).longValue();
        }

        private long wrong() {
            return count("select sum(wrong) from answer_summary");
        }

        private void endsRight() {
            boolean valid =
                    stored.rows("select validity from run_summary").toString().equals("[[valid]]");
            assertThat(result.exitCode()).as(result.toString()).isEqualTo(valid ? 0 : 111);
        }

        /** Whether or not the machine is busy with other tests: wrong answers precede an invalid run. */
        private void endsWrong() {
            assertThat(result.exitCode()).as(result.toString()).isEqualTo(97);
        }
    }

    private Ended run(String uri, String... more) throws IOException {
        Path store = store();
        List<String> arguments = List.of(
                "run",
                plan(PLAN, uri),
                "--answers",
                reference.toString(),
                "--allow-files",
                "--store",
                store.toString());
        Shell.Result result = Cli.run(
                Stream.concat(arguments.stream(), List.of(more).stream()).toArray(String[]::new));
        return new Ended(result, new Stored(store, 1));
    }

    @Test
    void a_database_that_answers_as_recorded_is_right() throws IOException {
        Ended ended = run(server.uri(), "--workers", "2");
        assertThat(ended.answers()).as(ended.toString()).isEqualTo("right");
        assertThat(ended.count("select sum(compared) from answer_summary")).isEqualTo(1200);
        assertThat(ended.count("select sum(unchecked) from answer_summary")).isZero();
        ended.endsRight();
    }

    @Test
    @Tag("nightly")
    void a_share_is_compared_by_a_draw_that_does_not_depend_on_the_workers() throws IOException {
        Ended one = run(server.uri(), "--set", "answers.check=0.25");
        Ended two = run(server.uri(), "--set", "answers.check=0.25", "--workers", "2");
        long compared = one.count("select sum(compared) from answer_summary");
        assertThat(compared).isBetween(200L, 400L);
        assertThat(two.count("select sum(compared) from answer_summary")).isEqualTo(compared);
        assertThat(one.answers()).isEqualTo("right");
        assertThat(one.count("select sum(compared + unchecked) from answer_summary"))
                .isEqualTo(1200);
    }

    @Tag("thorough")
    @Test
    void one_row_in_a_thousand_that_is_missing_is_found() throws IOException {
        Ended ended = isFound(Fault.DROP);
        assertThat(ended.stored()
                        .rows("select difference from wrong_answer where expected_rows > observed_rows")
                        .toString())
                .contains("- ");
    }

    @Test
    @Tag("nightly")
    void two_rows_that_are_swapped_in_an_ordered_answer_are_found() throws IOException {
        Ended ended = isFound(Fault.SWAP);
        assertThat(ended.count("select count(*) from wrong_answer where operation <> 'popular'"))
                .isZero();
        assertThat(ended.stored().rows("select difference from wrong_answer").toString())
                .contains("- row ", "+ row ");
    }

    private Ended isFound(Fault fault) throws IOException {
        try (FaultyBolt faulty = new FaultyBolt(URI.create(server.uri()).getPort(), fault)) {
            Ended ended = run(faulty.uri());
            assertThat(faulty.faults()).as(ended.toString()).isPositive();
            assertThat(ended.wrong()).as(ended.toString()).isBetween(1L, faulty.faults());
            assertThat(ended.answers()).isEqualTo("wrong");
            assertThat(ended.result().toString()).contains("differ from the reference");
            assertThat(ended.count("select count(*) from wrong_answer")).isBetween(1L, 10L);
            ended.endsWrong();
            return ended;
        }
    }

    @Test
    @Tag("nightly")
    void what_the_reference_does_not_hold_is_never_called_right() throws IOException {
        String statement = "workload.operations.followees.cypher=\"MATCH (u:User {id: $id}) RETURN u.id\"";
        Ended ended = run(server.uri(), "--set", statement);
        assertThat(ended.answers()).as(ended.toString()).isEqualTo("not checked");
        assertThat(ended.result().toString()).contains("not compared: followees");
    }
}
