package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import muster.store.file.row.OutcomeSql;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real server that is killed, goes silent or can write no more in the middle of a run: counted outcomes or a clear
 * stop, as the plan says, never a hang, and a file that is whole. One subclass for each server.
 */
@Tag("server")
@Timeout(600)
abstract class BadServer {

    private final String kind;
    private final ServerOptions options;

    @TempDir
    private Path folder;

    private @Nullable RunningServer started;
    private @Nullable Path disk;

    BadServer(String kind, ServerOptions options) {
        this.kind = kind;
        this.options = options;
    }

    @AfterEach
    void stop() {
        if (started != null) {
            signal("CONT");
            started.close();
        }
        if (disk != null) {
            Shell.in(folder).run("umount", disk.toString());
        }
    }

    @Test
    void a_server_that_was_killed_ends_the_run_and_what_was_measured_before_stays() throws Exception {
        Shell.Result result = endedAfter("retries: 6", measured("100s"), this::kill);
        isOver(result, 2);
        isWholeAndCountsErrors();
        assertThat(result.out() + result.err())
                .containsPattern("target lost at \\d+\\.\\d s of phase measure: .*" + address() + ".* has ended")
                .doesNotContain("is the limit");
        assertThat(stored().rows("select state, validity, thresholds from run").toString())
                .isEqualTo("[[stopped, null, null]]");
        assertThat(stored().rows("select observed from check_summary where kind = 'finding'"))
                .hasToString("[[target lost]]");
        assertThat(stored().rows("select 1 from phase where phase = 'measure' and measured_until_ns > ("
                        + "select max(last_completion_ns) from snapshot_batch where phase = 'measure')"))
                .as("it ends with its last answer")
                .isEmpty();
    }

    @Test
    @Tag("nightly")
    void a_plan_that_stops_on_errors_ends_at_once_when_its_server_was_killed() throws Exception {
        Shell.Result result = endedAfter("retries: 6, onError: stop", measured("1000s"), this::kill);
        isOver(result, 1, 2, 111);
        assertThat(result.out() + result.err())
                .as("whichever is noticed first")
                .containsAnyOf("the plan says onError: stop", "target lost at");
        isWholeAndCountsErrors();
    }

    /** Nothing can be verified on a server that is gone, and a run whose answers nobody checked is no success. */
    @Test
    @Tag("nightly")
    void a_server_that_is_gone_when_it_is_to_be_verified_ends_the_run_with_its_address() throws Exception {
        Shell.Result result = endedAfter("retries: 6", measured("6s") + "  - {kind: verify}\n", this::kill);
        isOver(result, 2);
        assertThat(result.out() + result.err()).contains(address());
        isWholeAndCountsErrors();
    }

    @Test
    @Tag("nightly")
    void a_server_that_was_silent_for_some_seconds_is_counted_and_then_serves_again_and_lost_nothing()
            throws Exception {
        CompletableFuture<Shell.Result> run =
                startedRun("retries: 0, operationTimeout: 8s", measured("25s") + "  - {kind: verify}\n");
        signal("STOP");
        until(run, () -> errors() > 0);
        long before = successes();
        signal("CONT");
        Shell.Result result = run.get(400, TimeUnit.SECONDS);
        isOver(result, 1, 111);
        assertThat(successes()).as("after it came back").isGreaterThan(before);
        isWholeAndCountsErrors();
        assertThat(stored().rows("select name, reason from check_summary where kind = 'oracle' and passed = 0"))
                .isEmpty();
        assertThat(stored().rows("select 1 from check_summary where kind = 'oracle'"))
                .isNotEmpty();
    }

    @Test
    @Tag("nightly")
    void a_plan_that_stops_on_errors_ends_soon_when_its_server_goes_silent() throws Exception {
        Shell.Result result =
                endedAfter("retries: 2, operationTimeout: 15s, onError: stop", measured("1000s"), () -> signal("STOP"));
        isOver(result, 1, 111);
        assertThat(result.out() + result.err()).contains("the plan says onError: stop");
        isWholeAndCountsErrors();
    }

    /** The questions of the oracle may take long on a large graph, but not on a server that says nothing at all. */
    @Test
    @Tag("nightly")
    void a_server_that_stays_silent_when_it_is_to_be_verified_ends_the_run_in_one_line() throws Exception {
        Shell.Result result = endedAfter(
                "retries: 0, operationTimeout: 8s", measured("6s") + "  - {kind: verify}\n", () -> signal("STOP"));
        isOver(result, 2);
        assertThat(result.out() + result.err())
                .contains(address())
                .containsAnyOf("silent", "no connection", "no answer");
        assertThat(result.err()).doesNotContain("no worker is left");
        isWholeAndCountsErrors();
    }

    /** A small disk of its own is filled to the last byte, and stays full. */
    @Test
    @Tag("nightly")
    void a_server_whose_disk_is_full_is_an_error_and_not_a_hang() throws Exception {
        mount();
        startIn(folder.resolve("disk/data"));
        Shell.Result result = endedAfter("retries: 1, operationTimeout: 5s", measured("8s"), this::fill);
        isOver(result, 1, 111);
        isWholeAndCountsErrors();
    }

    /** No file may grow any more, which needs no rights, and leaves files as they are. A server may die of it. */
    @Test
    @Tag("nightly")
    void a_server_that_can_write_no_more_is_an_error_and_not_a_hang() throws Exception {
        Shell.Result result = endedAfter(
                "retries: 1, operationTimeout: 5s",
                measured("8s"),
                () -> run("prlimit", "--pid", Long.toString(server().pid()), "--fsize=4096:4096"));
        isOver(result, 1, ProcessHandle.of(server().pid()).isPresent() ? 111 : 2);
        isWholeAndCountsErrors();
    }

    /** With which the server starts on a disk of 300 MB. */
    ServerOptions smallDisk(ServerOptions usual) {
        return usual;
    }

    // ---- accidents ----

    private void kill() {
        ProcessHandle.of(server().pid()).orElseThrow().destroyForcibly();
    }

    private void signal(String name) {
        Shell.in(folder).run("kill", "-" + name, Long.toString(server().pid()));
    }

    private void mount() {
        Path mounted = folder.resolve("disk");
        disk = mounted;
        assumeTrue(
                mounted.toFile().mkdir()
                        && run("mount", "-t", "tmpfs", "-o", "size=300m", "tmpfs", mounted.toString()) == 0,
                "a small tmpfs can be mounted by root only");
    }

    private void fill() {
        run("dd", "if=/dev/zero", "of=" + folder.resolve("disk/ballast"), "bs=4k");
    }

    private int run(String... command) {
        return Shell.in(folder).run(command).exitCode();
    }

    // ---- the run ----

    private static String measured(String duration) {
        return "  - {kind: measure, duration: " + duration + ", clients: 4, drain: 3s}\n";
    }

    private Shell.Result endedAfter(String settings, String phases, Runnable accident) throws Exception {
        CompletableFuture<Shell.Result> run = startedRun(settings, phases);
        accident.run();
        return run.get(400, TimeUnit.SECONDS);
    }

    /** A run that measures. */
    private CompletableFuture<Shell.Result> startedRun(String settings, String phases) throws IOException {
        Path plan = folder.resolve("plan.yaml");
        Files.writeString(plan, """
            name: bad-server
            target: {kind: %s, uri: "%s", connectTimeout: 20s, %s}
            workload: {kind: graphity, users: 300, seed: 5}
            phases:
              - {kind: load, clients: 4}
            %s""".formatted(kind, server().uri(), settings, phases));
        CompletableFuture<Shell.Result> run = CompletableFuture.supplyAsync(
                () -> Cli.run("standalone", plan.toString(), "--store", file().toString()));
        until(run, () -> successes() > 0);
        return run;
    }

    private static void until(CompletableFuture<Shell.Result> run, BooleanSupplier condition) {
        Instant end = Instant.now().plusSeconds(300);
        while (!condition.getAsBoolean()) {
            assertThat(run.isDone()).as(() -> "ended too early: " + run.join()).isFalse();
            assertThat(Instant.now()).isBefore(end);
            LockSupport.parkNanos(50_000_000);
        }
    }

    private RunningServer server() {
        RunningServer running = started;
        return running != null ? running : startIn(null);
    }

    private RunningServer startIn(@Nullable Path data) {
        RunningServer server = Servers.local()
                .start(
                        kind,
                        data == null ? options.inMemory() : smallDisk(options).withDataFolder(data));
        started = server;
        return server;
    }

    private String address() {
        return server().uri().replaceAll(".*//([^/]*).*", "$1");
    }

    // ---- the file ----

    private Path file() {
        return folder.resolve("s.db");
    }

    private Stored stored() {
        return new Stored(file(), 1);
    }

    /** Measured operations that were answered. */
    private long successes() {
        return measured("outcome = 'ok'", 0);
    }

    private long errors() {
        return measured(OutcomeSql.IS_ERROR, 0);
    }

    private long measured(String condition, long none) {
        return stored().reported() == 0
                ? none
                : stored().number("select coalesce(sum(samples), 0) from snapshot where accepted = 1"
                        + " and phase = 'measure' and timing = 'service' and " + condition);
    }

    private static void isOver(Shell.Result result, Integer... codes) {
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(List.of(codes));
        assertThat(result.err()).doesNotContain("\tat ");
    }

    private void isWholeAndCountsErrors() throws IOException {
        assertThat(stored().rows("pragma integrity_check").toString()).isEqualTo("[[ok]]");
        assertThat(stored().coverage().isSound())
                .as(stored().coverage().toString())
                .isTrue();
        String errors = stored().rows(
                        "select outcome, sum(count), max(first_message) from outcome_summary where phase = 'measure' and "
                                + OutcomeSql.IS_ERROR + " group by outcome")
                .toString();
        System.out.println(kind + ": " + errors);
        assertThat(errors)
                .isNotEqualTo("[]")
                .doesNotContain("NullPointer", "IllegalState", "IllegalArgument", "ClassCast", "OutOfBounds");
    }
}
