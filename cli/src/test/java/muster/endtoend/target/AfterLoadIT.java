package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import muster.servers.falkordb.FalkorDbServer;
import muster.servers.neo4j.Neo4jServer;
import muster.servers.postgresql.PostgresqlServer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A plan's own data: indexes and statements after the load, and one file that is loaded and asked for. */
@Tag("server")
class AfterLoadIT {
    private static final String PLAN = """
            name: own
            target: {kind: KIND, uri: "URI"}
            data:
              nodes: {Person: people.csv}
              edges: {KNOWS: knows.csv}
              indexes:
                cypher: CREATE INDEX person_name IF NOT EXISTS FOR (p:Person) ON (p.name)
                falkordb: CREATE INDEX FOR (p:Person) ON (p.name)
                sql: CREATE INDEX IF NOT EXISTS person_name ON person (name)
              after:
                cypher: [name.cypher, "MATCH (p:Person) WHERE p.name = 'seen' SET p.id2 = p.id"]
                sql: [UPDATE person SET name = 'seen', ANALYZE person]
            workload:
              kind: query
              parameters: {people: {csv: people.csv, draw: sequential}, knows: {csv: knows.csv, draw: sequential}}
              operations:
                names:
                  cypher: "MATCH (p:Person) RETURN DISTINCT p.name AS name"
                  sql: "SELECT DISTINCT name FROM person"
                  expect: {rows: [[seen]]}
                person:
                  with: {id: people.id}
                  cypher: "MATCH (p:Person {id: $id}) RETURN p.name AS name"
                  sql: "SELECT name FROM person WHERE id = :id"
                  rows: required
                friends:
                  with: {from: knows.START_ID, to: knows.END_ID}
                  cypher: "MATCH (:Person {id: $from})-[k:KNOWS]->(:Person {id: $to}) RETURN k.since AS since"
                  sql: "SELECT since FROM person_knows_person WHERE source = :from AND target = :to"
                  rows: required
            phases:
              - {kind: load, clients: 1}
              - {kind: measure, operations: 20, clients: 1}
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void files() throws IOException {
        Files.writeString(folder.resolve("people.csv"), "id:ID(Person)|name:STRING\n7|Ann\n8|\"Bo|b\nby\"\n9|\n");
        Files.writeString(
                folder.resolve("knows.csv"), ":START_ID(Person)|:END_ID(Person)|since:int\n7|8|2019\n8|9|2020\n");
        Files.writeString(folder.resolve("name.cypher"), "MATCH (p:Person)\nSET p.name = 'seen'\n");
    }

    @Test
    void neo4j() throws IOException {
        executes("neo4j", Neo4jServer.small().inMemory(), "indexes.cypher", "Invalid input");
    }

    @Test
    void falkordb() throws IOException {
        executes("falkordb", FalkorDbServer.small(), "indexes.falkordb", "errMsg");
    }

    @Test
    @EnabledIf(
            value = "muster.servers.postgresql.PostgresqlServer#installed",
            disabledReason = "PostgreSQL 15 is not installed: apt-get install postgresql-15")
    void postgresql() throws IOException {
        executes("postgresql", PostgresqlServer.small(), "indexes.sql", "syntax error");
    }

    private void executes(String kind, ServerOptions options, String key, String refusal) throws IOException {
        try (RunningServer server = Servers.local().start(kind, options)) {
            Path plan = Files.writeString(
                    folder.resolve("p.yaml"), PLAN.replace("KIND", kind).replace("URI", server.uri()));
            Shell.Result wrong = run(plan, "--set", "data." + key + "=[CREATE NOTHING]");
            assertThat(wrong.exitCode()).as(wrong.toString()).isEqualTo(1);
            assertThat(wrong.out() + wrong.err()).contains("load failed: data.indexes: \"CREATE NOTHING\": ", refusal);
            // The second finds an index that is there.
            for (int run = 0; run < 2; run++) {
                Shell.Result result = run(plan);
                assertThat(result.exitCode()).as(result.toString()).isIn(0, 111);
                assertThat(result.out()).contains("20 ok, 0 errors", "6 of 20 compared");
            }
        }
        assertThat(new Stored(folder.resolve("s.db"), 1).rows("select state from run order by run_id"))
                .containsExactly(List.of("failed"), List.of("complete"), List.of("complete"));
    }

    private Shell.Result run(Path plan, String... options) {
        return Cli.standalone(plan, folder.resolve("s.db"), options);
    }
}
