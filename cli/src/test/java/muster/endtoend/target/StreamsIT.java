package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.neo4j.Neo4jServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Phases that offer several loads at the same time, with workers of their own processes. */
@Timeout(300)
class StreamsIT {
    private static final String LOADS = """
            name: p
            target: {kind: noop}
            workload: {kind: graphity, users: 500, mix: {follow: 50, post: 30, feed: 20}}
            phases:
              - kind: measure
                duration: %s
                streams:
                  writers: {operations: {follow: 50, post: 50}, rate: 200/s}
                  scans: {operations: {feed: 1}, clients: 4, think: 1ms}
            thresholds: ["writers post p99 < 10s", "scans throughput > 1/s"]
            """;

    private static final String BOOKS =
            "select stream, planned = covered + missing, counted = covered, missing from stream_summary order by stream";

    @TempDir
    private Path folder;

    private Path plan(String text) throws IOException {
        return Files.writeString(folder.resolve("p.yaml"), text);
    }

    @Test
    void each_stream_keeps_its_rate_and_its_books() throws IOException {
        Path store = folder.resolve("p.db");
        Shell.Result result =
                Cli.run("run", plan(LOADS.formatted("4s")).toString(), "--workers", "2", "--store", store.toString());
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
        Stored stored = new Stored(store, 1);
        assertThat(stored.rows(BOOKS)).hasToString("[[scans, 1, 1, 0], [writers, 1, 1, 0]]");
        assertThat(stored.number("select planned from stream_summary where stream = 'writers'"))
                .as("200/s for 4 s, whatever the machine does")
                .isEqualTo(800);
        assertThat(stored.rows("select distinct stream, operation, full_operation from snapshot order by 1, 2"))
                .hasToString(
                        "[[scans, feed, scans feed], [writers, follow, writers follow], [writers, post, writers post]]");
        assertThat(stored.rows("select name, passed from check_summary where kind = 'threshold'"))
                .hasToString("[[writers post p99 < 10s, 1], [scans throughput > 1/s, 1]]");
        assertThat(
                        stored.rows(
                                "select name from check_summary where name like '%of writers' or name like '%of scans' order by name"))
                .asString()
                .contains("missed arrivals of scans", "missed arrivals of writers");
    }

    @Tag("thorough")
    @Test
    void the_books_of_each_stream_agree_after_workers_and_coordinator_were_killed() throws IOException {
        try (Farm farm = new Farm(folder)) {
            Background.One coordinator = farm.coordinator();
            farm.worker("a");
            Background.One dies = farm.worker("b");
            Background.One run = farm.submit(plan(LOADS.formatted("12s")), 2);
            Background.until(() -> farm.stored(1).reported() > 1_000);
            dies.signal("KILL").result();
            farm.worker("c");
            Background.until(() -> farm.stored(1)
                            .rows("select 1 from snapshot_batch where worker = 'c'")
                            .size()
                    > 0);
            coordinator.signal("KILL").result();
            farm.coordinator();
            Shell.Result result = run.result();
            assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(111);
            List<List<@Nullable Object>> books = farm.stored(1).rows(BOOKS);
            assertThat(books)
                    .hasSize(2)
                    .allSatisfy(row -> assertThat(row.subList(1, 3)).hasToString("[1, 1]"));
            assertThat(farm.stored(1).number("select planned from stream_summary where stream = 'writers'"))
                    .isEqualTo(2_400);
        }
    }

    @Test
    void a_stream_that_measured_nothing_makes_the_run_fail_and_is_named() throws IOException {
        Path store = folder.resolve("p.db");
        Shell.Result result = Cli.run("standalone", plan("""
                        name: p
                        target: {kind: noop}
                        workload: {kind: noop}
                        phases:
                          - kind: measure
                            duration: 2s
                            drain: 100ms
                            streams: {quick: {clients: 1}, stuck: {workload: {kind: noop, delay: 1h}, clients: 1}}
                        """).toString(), "--store", store.toString());
        assertThat(result.out() + result.err()).contains("nothing was measured in stream stuck of phase measure");
        assertThat(result.exitCode()).isIn(1, 111);
        assertThat(new Stored(store, 1).rows("select coalesce(validity, 'none') from run_summary"))
                .doesNotHaveToString("[[valid]]");
    }

    /** Feeds are read and a statement of another workload runs while others write: all of it is judged by the oracle. */
    @Tag("thorough")
    @Test
    @Tag("server")
    void a_real_database_is_right_while_writers_readers_and_scans_share_it() throws IOException {
        try (RunningServer server =
                Servers.local().start("neo4j", Neo4jServer.small().inMemory())) {
            Path store = folder.resolve("p.db");
            Path plan = plan("""
                    name: p
                    target: {kind: neo4j, uri: "%s", connectTimeout: 100s, operationTimeout: 100s, retries: 20}
                    workload: {kind: graphity, algorithm: stou, users: 300, horizon: 500}
                    phases:
                      - {kind: load, clients: 2}
                      - kind: measure
                        duration: 6s
                        drain: 60s
                        streams:
                          writers: {operations: {follow: 50, unfollow: 10, post: 39, addUser: 1}, rate: 60/s, maxInFlight: 8}
                          feeds: {operations: {feed: 1}, clients: 2, think: 5ms}
                          scans: {workload: {kind: query, operations: {top: {cypher: "MATCH (a)-[f]->(b) RETURN b.id AS id, count(f) AS n ORDER BY n DESC, id LIMIT 10", rows: required}}}}
                      - {kind: verify, feeds: 50}
                    """.formatted(server.uri()));
            Shell.Result result = Cli.run("run", plan.toString(), "--workers", "2", "--store", store.toString());
            assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
            Stored stored = new Stored(store, 1);
            assertThat(stored.rows("select answers from run_summary"))
                    .as(result.out())
                    .hasToString("[[right]]");
            assertThat(stored.rows("select name from check_summary where kind = 'oracle' and passed"))
                    .asString()
                    .contains("verify: edges", "verify: ids", "verify: feeds during feeds");
            assertThat(stored.rows(BOOKS.replace("order by", "where phase = 'measure' order by")))
                    .hasToString("[[feeds, 1, 1, 0], [scans, 1, 1, 0], [writers, 1, 1, 0]]");
        }
    }
}
