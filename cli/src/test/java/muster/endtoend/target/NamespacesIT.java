package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.neo4j.Neo4jServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Arms of one phase with data of their own on one real server. */
@Tag("server")
@Tag("thorough")
@Timeout(300)
class NamespacesIT {
    @TempDir
    private Path folder;

    @Test
    void three_algorithms_have_data_of_their_own_in_one_neo4j_and_each_is_right() throws IOException {
        try (RunningServer server =
                Servers.local().start("neo4j", Neo4jServer.small().inMemory())) {
            Path plan = Files.writeString(folder.resolve("p.yaml"), """
                    name: p
                    target: {kind: neo4j, uri: "%s", connectTimeout: 100s, operationTimeout: 100s, retries: 20}
                    workload: {kind: graphity, algorithm: graphity, users: 100, horizon: 300, seed: 42,
                               mix: {follow: 40, unfollow: 9, post: 30, addUser: 1, feed: 20}}
                    phases:
                      - {kind: load, clients: 2}
                      - {kind: measure, duration: 6s, drain: 60s, clients: 2, compare: {workload.algorithm: [st, stou, graphity]}}
                      - {kind: verify, feeds: 30}
                    """.formatted(server.uri()));
            Path store = folder.resolve("p.db");
            Shell.Result result = Cli.run("run", plan.toString(), "--workers", "1", "--store", store.toString());
            assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
            Stored stored = new Stored(store, 1);
            assertThat(stored.rows("select answers from run_summary"))
                    .as(result.out())
                    .hasToString("[[right]]");
            assertThat(stored.rows("select name from check_summary where kind = 'oracle' and passed"))
                    .asString()
                    .contains(
                            "verify: ids",
                            "verify: feeds of st]",
                            "verify: feeds of stou]",
                            "verify: feeds of graphity]",
                            "verify: answers of stou]");
            assertThat(users(server)).contains("answers right");
        }
    }

    /** Loaded users by namespace. */
    private String users(RunningServer server) throws IOException {
        Path plan = Files.writeString(folder.resolve("q.yaml"), """
                name: q
                target: {kind: neo4j, uri: "%s", connectTimeout: 100s, operationTimeout: 100s}
                data: none
                workload:
                  kind: query
                  operations:
                    users:
                      cypher: "MATCH (u:User) WHERE u.id < 34359738368 RETURN u.id / 2147483648 AS space, count(*) AS n"
                      expect: {rows: [[0, 100], [1, 100], [2, 100]]}
                phases: [{kind: measure, operations: 1}]
                """.formatted(server.uri()));
        return Cli.run(
                        "standalone",
                        plan.toString(),
                        "--store",
                        folder.resolve("q.db").toString())
                .out();
    }
}
