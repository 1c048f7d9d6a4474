package muster.endtoend.culprit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.TestHttpServer;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real databases, each with one thing that is staged to be the limit: the run names it. */
@Tag("nightly")
@Tag("server")
@Tag("alone")
@Timeout(600)
@EnabledOnOs(OS.LINUX)
class CulpritDatabaseIT {
    private static final String NO_GROUPS = "this user may make no control group that limits a disk";
    private static final int WRITES_PER_S = 40;
    private static final Duration HELD = Duration.ofMillis(20);

    @TempDir
    private Path folder;

    private @Nullable RunningServer server;
    private @Nullable SlowDisk disk;

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
        if (disk != null) {
            disk.close();
        }
    }

    static boolean canSlowADisk() {
        return SlowDisk.groups().isPresent();
    }

    private RunningServer start(String name, ServerOptions options) {
        RunningServer started = Servers.local().start(name, options.withHeap("512m"));
        server = started;
        return started;
    }

    private static String target(String kind, String uri) {
        return "{kind: %s, uri: \"%s\"%s}".formatted(kind, uri, kind.equals("postgresql") ? ", user: muster" : "");
    }

    private Path plan(String target, String workload, String phases) throws IOException {
        return Files.writeString(
                folder.resolve("p.yaml"), "name: p\ntarget: " + target + "\n" + workload + "\nphases:\n" + phases);
    }

    private void isNamed(String expected, String staged, Path plan) throws IOException {
        Path store = folder.resolve("s.db");
        Shell.Result result = Cli.run("standalone", plan.toString(), "--store", store.toString());
        NamedCulprit named = NamedCulprit.of(store);
        named.publish(staged, expected);
        assertThat(named.culprit())
                .as(named.sentence() + result.out() + result.err())
                .isEqualTo(expected);
        assertThat(result.out() + result.err()).contains(named.sentence());
    }

    private static String phases(int clients) {
        return """
                  - {kind: load, clients: 1}
                  - {kind: warmup, duration: 8s, clients: %1$d}
                  - {kind: measure, duration: 8s, clients: %1$d}
                """.formatted(clients);
    }

    @ParameterizedTest
    @CsvSource({"neo4j", "janusgraph"})
    void a_database_that_may_use_one_core(String name) throws IOException {
        RunningServer database =
                start(name, ServerOptions.temporary().inMemory().withCpus(1));
        isNamed(
                "server cpu",
                name + " pinned to one core",
                plan(
                        target(name, database.uri()),
                        "workload: {kind: graphity, algorithm: stou, users: 500, mix: {feed: 100}}",
                        phases(16)));
    }

    @Test
    void a_connection_pool_of_one() throws IOException {
        RunningServer database = start("neo4j", ServerOptions.temporary().inMemory());
        isNamed(
                "connection pool",
                "neo4j behind a connection pool of one",
                plan(
                        target("neo4j", database.uri()).replace("}", ", connections: 1}"),
                        "workload: {kind: graphity, algorithm: stou, users: 500, mix: {feed: 100}}",
                        phases(16)));
    }

    /** It holds the lock of the node while it waits for something that needs no processor: a slow web server. */
    @Test
    void clients_that_write_one_node() throws IOException {
        RunningServer database = start("neo4j", ServerOptions.temporary().inMemory());
        Path counter = Files.writeString(folder.resolve("counter.csv"), "id:ID,n:long\n1,0\n");
        try (TestHttpServer slow = new TestHttpServer(HELD)) {
            String workload = """
                    data: {nodes: {Counter: %s}}
                    workload:
                      kind: query
                      operations:
                        count:
                          write: true
                          cypher: "MATCH (c:Counter {id: 1}) SET c.n = c.n + 1 WITH c LOAD CSV FROM '%s' AS row RETURN c.n"
                    """.formatted(counter, slow.uri());
            isNamed(
                    "server wait",
                    "neo4j with 8 clients that write one node",
                    plan(target("neo4j", database.uri()), workload.strip(), phases(8)));
        }
    }

    @Test
    @EnabledIf("muster.servers.postgresql.PostgresqlServer#installed")
    void clients_that_write_one_row() throws IOException, SQLException {
        RunningServer database = start("postgresql", ServerOptions.temporary().inMemory());
        String target = target("postgresql", database.uri());
        // Muster writes only where it has loaded something.
        Path load = plan(target, "workload: {kind: graphity, users: 20}", "  - {kind: load}\n  - {kind: verify}\n");
        Cli.run("standalone", load.toString(), "--store", folder.resolve("s.db").toString());
        try (Connection connection = DriverManager.getConnection("jdbc:" + database.uri(), "muster", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE counter(id int PRIMARY KEY, n bigint)");
            statement.execute("INSERT INTO counter VALUES (1, 0)");
        }
        String workload = """
                workload:
                  kind: query
                  operations:
                    count:
                      write: true
                      sql: "WITH c AS (UPDATE counter SET n = n + 1 WHERE id = 1 RETURNING n) SELECT n, pg_sleep(0.005) IS NULL FROM c"
                """;
        isNamed(
                "server wait",
                "postgresql with 16 clients that write one row",
                plan(
                        target,
                        workload.strip(),
                        phases(16).lines().skip(1).reduce("", (all, line) -> all + line + "\n")));
    }

    @ParameterizedTest
    @EnabledIf(value = "canSlowADisk", disabledReason = NO_GROUPS)
    @CsvSource({"postgresql", "neo4j", "falkordb"})
    void commits_that_wait_for_a_slow_disk(String name) throws IOException {
        Map<String, String> settings = name.equals("falkordb") ? Map.of("appendfsync", "always") : Map.of();
        RunningServer database = start(name, ServerOptions.temporary().withSettings(settings));
        disk = SlowDisk.of(database.pid(), database.dataFolder(), WRITES_PER_S);
        isNamed(
                "disk",
                name + " on a disk of " + WRITES_PER_S + " writes a second",
                plan(
                        target(name, database.uri()),
                        "workload: {kind: graphity, algorithm: stou, users: 60, mix: {post: 100}}",
                        phases(8)));
    }

    /** The server is fast, and the generator shares one core with nothing. */
    @Test
    @EnabledIf("muster.servers.postgresql.PostgresqlServer#installed")
    void a_generator_that_may_use_one_core() throws IOException {
        RunningServer database = start("postgresql", ServerOptions.temporary().inMemory());
        Path plan = plan(
                target("postgresql", database.uri()),
                "workload: {kind: graphity, algorithm: stou, users: 500, depth: nothing, mix: {feed: 100}}",
                phases(64));
        Path store = folder.resolve("s.db");
        try (Background background = new Background(folder)) {
            background
                    .pinned(0, "standalone", plan.toString(), "--store", store.toString())
                    .result();
        }
        NamedCulprit named = NamedCulprit.of(store);
        named.publish("generator pinned to one core, before postgresql", "generator");
        assertThat(named.culprit()).as(named.sentence()).isEqualTo("generator");
    }
}
