package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes and sockets as users have them; the database alone is none. */
@Tag("slow")
class ClusterIT {
    private static final String COUNT = "{kind: measure, operations: 30000, clients: 8}";
    /** Long enough for another JVM to start. */
    private static final String LONG = "{kind: measure, operations: 100000, clients: 8}";

    private static final String DURATION = "{kind: measure, duration: 1000s, clients: 8}";

    @TempDir
    private Path folder;

    private Background background;
    private Path file;

    @BeforeEach
    void prepare() {
        background = new Background(folder);
        file = folder.resolve("s.db");
    }

    @AfterEach
    void end() {
        background.close();
    }

    // ---- all is well ----

    @Test
    void one_worker_and_two_count_every_operation_once() throws IOException {
        Path plan = noop("{kind: measure, operations: 3000, clients: 4}");
        ended(muster("run", plan, "--store", file));
        ended(muster("run", plan, "--store", file, "--workers", 2));
        assertThat(new Stored(file, 1).coverage().isWhole(3_000)).isTrue();
        assertThat(new Stored(file, 2).coverage().isWhole(3_000)).isTrue();
        assertThat(new Stored(file, 2).rows("select distinct worker from snapshot_batch where run_id = 2"))
                .hasSize(2);
        plainSqliteAgrees();
    }

    private void plainSqliteAgrees() {
        if (Files.isExecutable(Path.of("/usr/bin/sqlite3"))) {
            Shell.Result shell = Shell.in(folder)
                    .run("sqlite3", file.toString(), "select planned, covered, missing, counted from coverage_summary");
            assertThat(shell.outLines()).containsExactly("3000|3000|0|3000", "3000|3000|0|3000");
        }
    }

    @Tag("thorough")
    @Test
    void cluster_and_standalone_ask_for_the_same_operations_at_every_lease_size() throws IOException {
        Path plan = plan(
                "graphity, users: 200", "{kind: load, clients: 4}", "{kind: measure, operations: 2000, clients: 6}");
        ended(muster("standalone", plan, "--store", file));
        ended(muster("run", plan, "--store", file, "--workers", 3, "--lease", 1));
        ended(muster("run", plan, "--store", file, "--workers", 3, "--lease", 10));
        List<String> found = new ArrayList<>();
        for (int run = 1; run <= 3; run++) {
            Stored stored = new Stored(file, run);
            found.add(stored.coverage() + " " + stored.digest());
        }
        assertThat(found).containsOnly(found.getFirst());
        assertThat(new Stored(file, 1).coverage().isSound()).isTrue();
        assertThat(new Stored(file, 1).digest()).isNotZero();
    }

    // ---- workers come, go and die ----

    @Tag("thorough")
    @Test
    void workers_join_and_leave_in_the_middle_and_nothing_is_missing() throws IOException {
        String address = coordinator();
        Background.One first = background.worker(address, "a");
        background.worker(address, "b");
        Background.One run = submit(address, noop(LONG), "--expect-workers", 2);
        underWay();
        Background.One third = background.worker(address, "c");
        awaitReport(run, "c");
        assertThat(first.signal("TERM").result().exitCode()).isZero();
        ended(run.result());
        assertThat(stored().coverage().isWhole(100_000))
                .as(stored().coverage() + "")
                .isTrue();
        assertThat(stored().coverage().again()).isZero();
        assertThat(third.signal("TERM").result().exitCode()).isZero();
    }

    @Test
    @Tag("nightly")
    void what_a_killed_worker_held_is_counted_once() throws IOException {
        String address = coordinator();
        background.worker(address, "a");
        Background.One victim = background.worker(address, "b");
        Background.One run = submit(address, noop(COUNT), "--expect-workers", 2);
        awaitReport(run, "b");
        victim.signal("KILL");
        ended(run.result());
        assertThat(stored().coverage().isWhole(30_000))
                .as(stored().coverage() + "")
                .isTrue();
        assertThat(stored().coverage().again()).isPositive();
        assertThat(stored().countedTwice()).isZero();
    }

    @Test
    @Tag("nightly")
    void a_worker_that_was_asleep_too_long_is_fenced_and_its_operations_are_counted_once() throws IOException {
        Background.One coordinator = coordinator("--store", file.toString());
        String address = coordinator.address();
        background.worker(address, "a");
        Background.One sleeper = background.worker(address, "b");
        Background.One run = submit(address, noop(COUNT), "--expect-workers", 2);
        awaitReport(run, "b");
        sleeper.signal("STOP");
        coordinator.awaitLine("b left: silent");
        sleeper.signal("CONT");
        sleeper.awaitLine("fenced");
        ended(run.result());
        assertThat(stored().coverage().isWhole(30_000))
                .as(stored().coverage() + "")
                .isTrue();
        assertThat(stored().countedTwice()).isZero();
    }

    private void awaitReport(Background.One run, String worker) {
        Background.until(() -> {
            assertThat(run.process().isAlive()).as(run.said()).isTrue();
            return reportedBy(worker) > 0;
        });
    }

    private long reportedBy(String worker) {
        return stored().reported() == 0
                ? 0
                : (Long) stored().rows(
                                "select count(*) from snapshot_batch where accepted = 1 and worker = '" + worker + "'")
                        .getFirst()
                        .getFirst();
    }

    // ---- ends from outside ----

    @Tag("thorough")
    @Test
    void ctrl_c_ends_a_run_within_seconds_and_keeps_what_was_measured() throws IOException {
        Background.One run =
                background.start("run", noop(DURATION).toString(), "--workers", "2", "--store", file.toString());
        underWay();
        Shell.Result result = run.signal("INT").result();
        assertThat(result.exitCode()).as(result.err()).isEqualTo(105);
        assertThat(result.out()).contains("coverage: planned");
        assertThat(stored().coverage().counted()).isPositive();
        assertThat(stored().coverage().isSound()).isTrue();
        assertThat(run.process().descendants()).isEmpty();
    }

    @Tag("thorough")
    @Test
    void a_closed_terminal_ends_a_run_as_ctrl_c_does() throws IOException {
        assumeNotUnderNohup();
        Background.One run =
                background.start("run", noop(DURATION).toString(), "--workers", "2", "--store", file.toString());
        underWay();
        // The system tells all processes of a terminal.
        Shell.Result result = hangUp(run).result();
        assertThat(result.exitCode()).as(result.err()).isEqualTo(105);
        assertThat(result.out()).contains("coverage: planned");
        assertThat(stored().coverage().counted()).isPositive();
        assertThat(stored().coverage().isSound()).isTrue();
        assertThat(stored().rows("select state from run where ended_ns is null"))
                .isEmpty();
    }

    @Tag("thorough")
    @Test
    void a_closed_terminal_ends_a_standalone_run_and_a_coordinator_with_its_workers() throws IOException {
        assumeNotUnderNohup();
        Background.One run = background.start("standalone", noop(DURATION).toString(), "--store", file.toString());
        underWay();
        assertThat(hangUp(run).result().exitCode()).isEqualTo(105);
        assertThat(stored().coverage().isSound()).isTrue();
        Background.One coordinator =
                coordinator("--store", folder.resolve("c.db").toString());
        String address = coordinator.address();
        List<Background.One> workers = List.of(
                background
                        .start("worker", "--coordinator", address, "--name", "a")
                        .awaitLine("joined the coordinator"),
                background
                        .start("worker", "--coordinator", address, "--name", "b", "--python")
                        .awaitLine("joined the coordinator"));
        workers.forEach(worker -> assertThat(hangUp(worker).result().exitCode()).isZero());
        assertThat(hangUp(coordinator).result().exitCode()).isZero();
    }

    private static Background.One hangUp(Background.One one) {
        List<ProcessHandle> descendants = one.process().descendants().toList();
        one.signal("HUP");
        descendants.forEach(child -> Shell.in(Path.of("/")).run("kill", "-HUP", Long.toString(child.pid())));
        return one;
    }

    /** A process that ignores the signal hands that down. */
    private static void assumeNotUnderNohup() throws IOException {
        String ignored = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .findFirst()
                .orElseThrow();
        assumeTrue(
                (Long.parseUnsignedLong(ignored.substring(7).strip(), 16) & 1) == 0,
                "under nohup no process can be told that its terminal is closed");
    }

    @Tag("thorough")
    @Test
    void ctrl_c_ends_a_standalone_run_too() throws IOException {
        Background.One run = background.start("standalone", noop(DURATION).toString(), "--store", file.toString());
        underWay();
        assertThat(run.signal("INT").result().exitCode()).isEqualTo(105);
        assertThat(stored().coverage().counted()).isPositive();
        assertThat(stored().coverage().isSound()).isTrue();
    }

    @Test
    void a_run_is_shown_and_cancelled_from_elsewhere() throws IOException {
        String address = coordinator();
        background.worker(address, "a");
        Background.One run = submit(address, noop(DURATION));
        underWay();
        assertThat(muster("status", "--coordinator", address).out())
                .contains("1 worker, 1 run", "  a ", "run 1 p: measure");
        assertThat(muster("cancel", 1, "--coordinator", address).exitCode()).isZero();
        assertThat(run.result().exitCode()).isEqualTo(105);
        assertThat(stored().coverage().counted()).isPositive();
        assertThat(muster("cancel", 7, "--coordinator", address).err()).contains("no run 7 is running");
        assertThat(muster("cancel", 7, "--coordinator", address).exitCode()).isEqualTo(104);
    }

    @Tag("nightly")
    @Test
    void a_client_whose_coordinator_dies_does_not_wait_for_ever() throws IOException {
        Background.One coordinator = coordinator("--store", file.toString());
        String address = coordinator.address();
        background.worker(address, "a");
        Background.One run = submit(address, noop(DURATION));
        underWay();
        coordinator.signal("KILL");
        Shell.Result result = run.result();
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains(address);
    }

    @Tag("thorough")
    @Test
    void a_coordinator_with_a_plan_runs_it_once_and_ends_with_its_code() throws IOException {
        Path plan = noop("{kind: measure, operations: 1000, clients: 4}");
        Background.One coordinator = coordinator("--store", file.toString(), "--plan", plan.toString());
        String address = coordinator.address();
        Background.One worker = background.worker(address, "a");
        ended(coordinator.result());
        assertThat(stored().coverage().isWhole(1_000)).isTrue();
        assertThat(muster("coordinator", "--plan", folder.resolve("none.yaml")).exitCode())
                .isEqualTo(104);
        worker.signal("TERM");
    }

    // ---- what is refused ----

    @Tag("thorough")
    @Test
    void a_second_coordinator_on_one_store_or_one_port_is_refused() {
        String address = coordinator();
        Shell.Result store = muster("coordinator", "--bind", "tcp://127.0.0.1:0", "--store", file);
        assertThat(store.exitCode()).isEqualTo(104);
        assertThat(store.err()).contains("s.db").hasLineCount(1);
        Shell.Result port = muster("coordinator", "--bind", address, "--store", folder.resolve("t.db"));
        assertThat(port.exitCode()).isEqualTo(104);
        assertThat(port.err()).contains(address).hasLineCount(1);
    }

    @Tag("thorough")
    @Test
    void nobody_at_the_address_is_one_line() throws IOException {
        Path plan = noop(COUNT);
        Background.One run = background.start("status", "--coordinator", "tcp://127.0.0.1:9");
        assertThat(run.result().exitCode()).isEqualTo(2);
        assertThat(run.result().err()).contains("tcp://127.0.0.1:9").hasLineCount(1);
        Shell.Result submitted = muster("run", plan, "--coordinator", "tcp://127.0.0.1:9");
        assertThat(submitted.exitCode()).isEqualTo(2);
        assertThat(submitted.err().lines().filter(line -> line.startsWith("muster: ")))
                .singleElement()
                .asString()
                .contains("tcp://127.0.0.1:9");
    }

    @Tag("thorough")
    @Test
    void too_few_workers_end_the_run_with_their_number() throws IOException {
        String address = coordinator();
        background.worker(address, "a");
        background.worker(address, "b");
        Shell.Result result = submit(address, noop(COUNT), "--expect-workers", 3, "--worker-timeout", "2s")
                .result();
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).contains("2 of 3 workers connected");
    }

    @Tag("thorough")
    @Test
    void a_missed_threshold_is_99() throws IOException {
        Path plan = noop("{kind: measure, operations: 1000, clients: 4}");
        Files.writeString(plan, "\nthresholds: [\"p50 < 1us\"]\n", java.nio.file.StandardOpenOption.APPEND);
        Shell.Result result = muster("standalone", plan, "--store", file);
        assertThat(result.out()).contains("MISSED   p50 < 1us");
        assertThat(result.exitCode()).isIn(99, 111);
    }

    @Test
    void a_wrong_plan_is_refused_on_every_way() throws IOException {
        Path plan = noop("{kind: measure, operations: 1000, clients: many}");
        String address = coordinator();
        for (Shell.Result result : List.of(
                muster("run", plan, "--coordinator", address),
                muster("run", plan, "--store", folder.resolve("x.db")),
                muster("standalone", plan, "--store", folder.resolve("x.db")))) {
            assertThat(result.exitCode()).as(result.err()).isEqualTo(104);
            assertThat(result.err()).contains("clients").contains("many");
        }
    }

    // ---- data files ----

    @Tag("thorough")
    @Test
    void a_data_file_reaches_a_worker_of_another_home() throws IOException {
        Path plan = plan(
                "batch-insert, data: edges.txt, vertexBatch: 10, edgeBatch: 10",
                "{kind: measure, name: vertices, part: vertices, clients: 2}",
                "{kind: measure, name: edges, part: edges, clients: 2}");
        StringBuilder edges = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            edges.append("v").append(i).append(' ').append("v").append(i + 1).append('\n');
        }
        Files.writeString(folder.resolve("edges.txt"), edges);
        Background.One coordinator = background.start(
                folder.resolve("home1"), "coordinator", "--bind", "tcp://127.0.0.1:0", "--store", file.toString());
        String address = coordinator.address();
        background
                .start(folder.resolve("home2"), "worker", "--coordinator", address, "--name", "a")
                .awaitLine("joined the coordinator");
        ended(submit(address, plan).result());
        assertThat(stored().coverage().isSound()).isTrue();
        assertThat(stored().coverage().counted()).isEqualTo(101 + 100);
        assertThat(folder.resolve("home2/.muster/data")).isDirectoryContaining("glob:**");
    }

    // ---- steps of the tests ----

    private Path noop(String... phases) throws IOException {
        return plan("noop, delay: 1ms", phases);
    }

    private Path plan(String workload, String... phases) throws IOException {
        return Files.writeString(
                folder.resolve("p.yaml"),
                "name: p\ntarget: {kind: noop}\nworkload: {kind: " + workload + "}\nphases:\n  - "
                        + String.join("\n  - ", phases) + "\n");
    }

    /** Runs it to its end. */
    private Shell.Result muster(Object... arguments) {
        return background.start(strings(arguments)).result();
    }

    private static String[] strings(Object... arguments) {
        return List.of(arguments).stream().map(String::valueOf).toArray(String[]::new);
    }

    private String coordinator() {
        return coordinator("--store", file.toString()).address();
    }

    private Background.One coordinator(String... more) {
        List<String> arguments = new ArrayList<>(List.of("coordinator", "--bind", "tcp://127.0.0.1:0"));
        arguments.addAll(List.of(more));
        return background.start(arguments.toArray(String[]::new));
    }

    private Background.One submit(String address, Path plan, Object... more) {
        List<String> arguments = new ArrayList<>(List.of("run", plan.toString(), "--coordinator", address));
        arguments.addAll(List.of(strings(more)));
        return background.start(arguments.toArray(String[]::new));
    }

    private Stored stored() {
        return new Stored(file, 1);
    }

    private void underWay() {
        Background.until(() -> stored().reported() > 0);
    }

    /** To its end; a crowded machine may make the figures doubtful (111), which is not what is tested here. */
    private static void ended(Shell.Result result) {
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
    }
}
