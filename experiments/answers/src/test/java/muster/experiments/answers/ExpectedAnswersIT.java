package muster.experiments.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
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

/** The counts that LDBC publishes for the example data of LSQB, expected of a real Neo4j and a real FalkorDB. */
@Tag("server")
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
class ExpectedAnswersIT {
    /** In q6 relationships are unnamed: FalkorDB counts paths between the same two people once then. */
    private static final String PLAN = """
            name: lsqb
            target: {kind: neo4j, uri: "URI"}
            data:
              nodes: {Person: DATA/Person.csv, Tag: DATA/Tag.csv}
              edges: {KNOWS: DATA/Person_knows_Person.csv, HAS_INTEREST: DATA/Person_hasInterest_Tag.csv}
            workload:
              kind: query
              operations:
                q6:
                  cypher: "MATCH (a:Person)-[:KNOWS]-(:Person)-[:KNOWS]-(c:Person)-[:HAS_INTEREST]->(:Tag) WHERE a.id <> c.id RETURN count(*)"
                  expect: Q6
                q9:
                  cypher: "MATCH (a:Person)-[k:KNOWS]-(b:Person)-[l:KNOWS]-(c:Person)-[i:HAS_INTEREST]->(t:Tag) WHERE a.id <> c.id AND NOT (a)-[:KNOWS]-(c) RETURN count(l)"
                  expect: {csv: q9.csv}
            phases:
              - {kind: load, clients: 1}
              - {kind: measure, operations: 20, clients: 1}
            """;

    @TempDir
    private static Path folder;

    private Path published;
    private RunningServer neo4j;
    private RunningServer falkorDb;
    private int files;

    @BeforeAll
    void start() throws IOException {
        published = Shell.CHECKOUT.resolveSibling("shared/data/lsqb");
        assumeTrue(Files.isDirectory(published), "LDBC's example data of LSQB is not in " + published);
        for (String file : List.of("Person", "Tag", "Person_knows_Person", "Person_hasInterest_Tag")) {
            Files.copy(published.resolve("example-projected-fk/" + file + ".csv"), folder.resolve(file + ".csv"));
        }
        Files.writeString(folder.resolve("q9.csv"), "count\n" + count("q9") + "\n");
        neo4j = Servers.local().start("neo4j", Neo4jServer.small().inMemory());
        falkorDb = Servers.local().start("falkordb", ServerOptions.temporary());
    }

    @AfterAll
    void stop() {
        if (falkorDb != null) {
            falkorDb.close();
        }
        if (neo4j != null) {
            neo4j.close();
        }
    }

    private String count(String query) throws IOException {
        List<String> lines = Files.readAllLines(published.resolve("counts.csv"));
        int column = fields(lines.getFirst()).indexOf(query);
        return fields(lines.get(1)).get(column);
    }

    private static List<String> fields(String line) {
        return Pattern.compile(",").splitAsStream(line).toList();
    }

    private String plan(String q6) throws IOException {
        return Files.writeString(
                        folder.resolve("plan-" + ++files + ".yaml"),
                        PLAN.replace("URI", neo4j.uri())
                                .replace("DATA", folder.toString())
                                .replace("Q6", q6))
                .toString();
    }

    private Stored run(int code, String plan) {
        Path store = folder.resolve(++files + ".db");
        Shell.Result result = Cli.run("standalone", plan, "--store", store.toString());
        // A machine that is busy makes the run invalid, which says less than a wrong answer and more than nothing.
        assertThat(result.exitCode()).as(result.toString()).isIn(code, code == 97 ? 97 : 111);
        assertThat(result.out())
                .contains(code == 97 ? "answers wrong: 20 of 20 compared" : "answers right: 20 of 20 compared");
        return new Stored(store, 1);
    }

    @Test
    void published_counts_are_right_on_neo4j_and_a_count_that_is_one_off_is_wrong() throws IOException {
        Stored right = run(0, plan(count("q6")));
        assertThat(right.rows("select operation, answer from first_answer where phase = 'measure' order by 1"))
                .containsExactly(List.of("q6", "[8]"), List.of("q9", "[4]"));
        assertThat(right.rows("select answers, answers_compared, answers_asked from run_summary"))
                .containsExactly(List.of("right", 20L, 20L));
        Stored wrong = run(97, plan("7"));
        assertThat(wrong.rows("select distinct operation, difference from wrong_answer"))
                .containsExactly(List.of("q6", "- [7]\n+ [8]"));
    }

    @Test
    void what_one_database_answers_is_compared_with_another_in_one_command() throws IOException {
        Shell.Result result = Cli.run(
                "answers",
                "record",
                plan(count("q6")),
                "--answers",
                folder.resolve("lsqb.answers").toString(),
                "--compare-with",
                "falkordb=" + falkorDb.uri());
        assertThat(result.exitCode()).as(result.toString()).isEqualTo(97);
        assertThat(result.out())
                .containsPattern("q6 +0 +1\\R.*first with parameters \\[]")
                .containsPattern("- \\[8]\\R +\\+ \\[6]")
                .containsPattern("q9 +1 +0");
        Shell.Result shown =
                Cli.run("answers", "show", folder.resolve("lsqb.answers").toString());
        assertThat(shown.out()).contains("q6: 1 answers, 1 rows, 0 without a row; recorded in cypher", "[8]", "[4]");
    }
}
