package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.neo4j.Neo4jServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Neo4j that is killed, or can write no more, in the middle of a run: counted outcomes or a clear stop, as the plan
 * says, never a hang, and a file that is whole.
 */
@Tag("server")
@Timeout(180)
class BadServerIT {
    @TempDir
    private Path folder;

    private RunningServer server;
    private Path store;

    @BeforeEach
    void start() {
        store = folder.resolve("s.db");
        server = Servers.local().start("neo4j", Neo4jServer.small().inMemory());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theOperationsOnAServerThatWasKilledAreCountedAsErrorsUntilTheEnd() throws Exception {
        Shell.Result result = endedAfter("continue", "8s", this::kill);
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(1, 111);
        isWholeAndCountsErrors();
        assertThat(new Stored(store, 1).rows("select state from run").toString())
                .contains("complete");
    }

    @Test
    @Tag("nightly")
    void aPlanThatStopsOnErrorsEndsAtOnceWhenItsServerWasKilled() throws Exception {
        Instant start = Instant.now();
        Shell.Result result = endedAfter("stop", "100s", this::kill);
        assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(60));
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(1, 111);
        assertThat(result.out() + result.err()).contains("the plan says onError: stop");
        isWholeAndCountsErrors();
    }

    /** No file may grow any more, which is what a full disk is to a server, and needs no rights. */
    @Test
    @Tag("nightly")
    void aServerThatCanWriteNoMoreIsAnErrorAndNotAHang() throws Exception {
        Shell.Result result = endedAfter(
                "continue",
                "8s",
                () -> Shell.in(folder).run("prlimit", "--pid", Long.toString(server.pid()), "--fsize=4096:4096"));
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(1, 111);
        isWholeAndCountsErrors();
    }

    private void kill() {
        ProcessHandle.of(server.pid()).orElseThrow().destroyForcibly();
    }

    private Shell.Result endedAfter(String onError, String duration, Runnable accident) throws Exception {
        Path plan = folder.resolve("plan.yaml");
        Files.writeString(plan, """
            name: bad-server
            target: {kind: neo4j, uri: "%s", retries: 6, operationTimeout: 10s, connectTimeout: 5s, onError: %s}
            workload: {kind: graphity, users: 300, seed: 5}
            phases:
              - {kind: load, clients: 4}
              - {kind: measure, duration: %s, clients: 4, drain: 3s}
            """.formatted(server.uri(), onError, duration));
        CompletableFuture<Shell.Result> run = CompletableFuture.supplyAsync(
                () -> Cli.run("standalone", plan.toString(), "--store", store.toString()));
        awaitMeasured(run);
        accident.run();
        return run.get(120, TimeUnit.SECONDS);
    }

    private void awaitMeasured(CompletableFuture<Shell.Result> run) {
        Instant end = Instant.now().plusSeconds(60);
        while (!isMeasuring()) {
            assertThat(run.isDone()).as(() -> "ended too early: " + run.join()).isFalse();
            assertThat(Instant.now()).isBefore(end);
            LockSupport.parkNanos(50_000_000);
        }
    }

    private boolean isMeasuring() {
        return Files.exists(store)
                && new Stored(store, 1).reported() > 0
                && !new Stored(store, 1)
                        .rows("select 1 from report where phase = 'measure' and run_id = 1")
                        .isEmpty();
    }

    private void isWholeAndCountsErrors() throws IOException {
        Stored stored = new Stored(store, 1);
        assertThat(stored.rows("pragma integrity_check").toString()).isEqualTo("[[ok]]");
        assertThat(stored.coverage().isSound()).as(stored.coverage().toString()).isTrue();
        assertThat(stored.rows(
                        "select outcome from outcome_summary where outcome not in ('ok', 'absent', 'duplicate')"))
                .isNotEmpty();
    }
}
