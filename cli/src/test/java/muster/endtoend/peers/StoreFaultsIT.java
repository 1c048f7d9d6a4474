package muster.endtoend.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.model.RunRow;
import muster.store.file.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What may happen to a store's file while its coordinator runs: the run waits, or ends with one line and 2. */
@Tag("slow")
class StoreFaultsIT {
    private static final String PLAN = "operations: 2000, clients: 4";
    private static final String MARK = "response times and throughput contain the wait";
    private static final String WAITED = "warning  store: ";

    @TempDir
    private Path folder;

    private Farm farm;
    private Background.One coordinator;
    private Background.One run;

    @BeforeEach
    void prepare() {
        farm = new Farm(folder);
    }

    @AfterEach
    void end() {
        farm.close();
    }

    private void underWay(Path store, String options) {
        coordinator = farm.background
                .startWith(options, "coordinator", "--bind", farm.address(), "--store", store.toString())
                .awaitLine("results go to");
        farm.worker("a");
        run = farm.submit(farm.plan("5ms", PLAN), 1);
        Background.until(() -> new Stored(store, 1).reported() > 0);
    }

    @Tag("thorough")
    @Test
    void a_file_that_another_process_locks_is_waited_for_and_the_run_says_so() throws SQLException {
        lockedFor(4);
    }

    @Test
    @Tag("nightly")
    void a_file_that_another_process_locks_for_a_minute_is_waited_for() throws SQLException {
        lockedFor(60);
    }

    private void lockedFor(int seconds) throws SQLException {
        underWay(farm.file, "");
        try (Connection other = DriverManager.getConnection("jdbc:sqlite:" + farm.file + "?busy_timeout=10000");
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            coordinator.awaitLine("the store cannot write; granting no leases until it can");
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(seconds));
            statement.execute("ROLLBACK");
        }
        coordinator.awaitLine("the store can write again");
        Shell.Result result = run.result();
        Farm.ended(result);
        farm.isWhole(1, 2_000);
        assertThat(result.out()).contains(WAITED).contains(MARK);
        isMarked(farm.file);
    }

    /** A latency that contains the wait is marked wherever the run is shown. */
    private void isMarked(Path store) {
        assertThat(Cli.run("status", "--coordinator", farm.address()).out()).contains(MARK);
        Path page = folder.resolve("report.html");
        Path json = folder.resolve("run.json");
        Cli.run("report", store + ":1", "--out", page.toString());
        Cli.run("export", store + ":1", "--format", "json", "--out", json.toString());
        assertThat(page).content().contains(MARK);
        assertThat(json).content().contains(MARK);
        assertThat(Cli.run("sql", store.toString(), "select reason from check_summary where name = 'store'")
                        .out())
                .contains(MARK);
    }

    @Tag("thorough")
    @Test
    void a_file_that_is_deleted_ends_the_run_and_all_that_was_acknowledged_is_rescued() throws IOException {
        underWay(farm.file, "");
        long acknowledged = farm.stored(1).reported();
        Files.delete(farm.file);
        endsInOneLine("was deleted or replaced while results were written to it");
        assertThat(rescued().reported()).isGreaterThanOrEqualTo(acknowledged);
        assertThat(rescued().countedTwice()).isZero();
    }

    @Test
    @Tag("nightly")
    void so_does_one_that_is_replaced_by_another() throws IOException {
        underWay(farm.file, "");
        long acknowledged = farm.stored(1).reported();
        Path other = Files.writeString(folder.resolve("other"), "another file");
        Files.move(other, farm.file, StandardCopyOption.REPLACE_EXISTING);
        endsInOneLine("was deleted or replaced while results were written to it");
        assertThat(Files.readString(farm.file)).isEqualTo("another file");
        assertThat(rescued().reported()).isGreaterThanOrEqualTo(acknowledged);
    }

    private Stored rescued() {
        return new Stored(Path.of(farm.file + ".rescued"), 1);
    }

    private void endsInOneLine(String reason) {
        Shell.Result result = run.result();
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(2);
        assertThat((result.out() + result.err()).lines().filter(line -> line.contains("the store cannot write: ")))
                .singleElement()
                .satisfies(line -> assertThat(line).contains(reason));
    }

    /** Its files are open; as root nothing changes at all. */
    @Test
    @Tag("nightly")
    void a_folder_that_becomes_read_only_is_none_of_the_run_s_business() throws IOException {
        underWay(farm.file, "");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            Farm.ended(run.result());
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        farm.isWhole(1, 2_000);
    }

    /** Five minutes and an hour, scaled down: the coordinator waits for five seconds. */
    @Tag("thorough")
    @Test
    void a_disk_that_stays_full_ends_the_run_and_what_was_acknowledged_stays() throws IOException {
        fullUntilTheEnd(5);
    }

    @Test
    @Tag("nightly")
    void so_does_one_that_is_full_for_five_minutes() throws IOException {
        fullUntilTheEnd(300);
    }

    /** For as long as the coordinator waits; then it may take its time. */
    private void fullUntilTheEnd(int waitS) throws IOException {
        Path disk = smallDisk();
        try {
            Path store = disk.resolve("s.db");
            underWay(store, "-Dmuster.storeWaitSeconds=" + waitS);
            Path ballast = filled(disk);
            coordinator.awaitLine("granting no leases until it can");
            Stored stored = new Stored(store, 1);
            long acknowledged = stored.reported();
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(waitS));
            coordinator.awaitLine("the store cannot write: ");
            endsInOneLine("SQLITE_");
            assertThat(stored.reported()).isGreaterThanOrEqualTo(acknowledged);
            Files.delete(ballast);
            Shell.Result next = farm.submit(farm.plan("1ms", "operations: 100, clients: 4"), 1)
                    .result();
            Farm.ended(next);
            assertThat(new Stored(store, 2).coverage().isWhole(100)).isTrue();
        } finally {
            unmount(disk);
        }
    }

    @Test
    @Tag("nightly")
    void a_disk_that_is_full_for_four_minutes_is_waited_for_and_the_run_says_so() throws IOException {
        Path disk = smallDisk();
        try {
            Path store = disk.resolve("s.db");
            underWay(store, "");
            Path ballast = filled(disk);
            coordinator.awaitLine("granting no leases until it can");
            LockSupport.parkNanos(TimeUnit.MINUTES.toNanos(4));
            Files.delete(ballast);
            coordinator.awaitLine("the store can write again");
            Farm.ended(run.result());
            assertThat(new Stored(store, 1).coverage().isWhole(2_000)).isTrue();
            isMarked(store);
        } finally {
            unmount(disk);
        }
    }

    /** The command that owns the store shows what it knows, and does not blame who called it. */
    @Tag("thorough")
    @Test
    void a_command_whose_disk_stays_full_ends_with_2_and_prints_its_figures_from_memory() throws IOException {
        Path disk = smallDisk();
        try {
            Background.One command = onFullDisk(disk, "-Dmuster.storeWaitSeconds=3");
            Shell.Result result = command.result();
            assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(2);
            showsFigures(result);
        } finally {
            unmount(disk);
        }
    }

    /** The store would be waited for for five minutes. */
    @Test
    void a_stop_is_obeyed_within_seconds_while_the_store_waits_for_space() throws IOException {
        Path disk = smallDisk();
        try {
            Background.One command = onFullDisk(disk, "");
            long signalledNs = System.nanoTime();
            Shell.Result result = command.signal("TERM").result(120);
            long tookS = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - signalledNs);
            assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(2);
            assertThat(tookS).isLessThan(60);
            showsFigures(result);
        } finally {
            unmount(disk);
        }
    }

    private static void showsFigures(Shell.Result result) {
        assertThat(result.out())
                .contains("noop", " ok, 0 errors", "SQLITE_FULL", "figures above are from memory")
                .containsPattern("counted [1-9]");
    }

    /** A run that is under way when its disk fills up. */
    private Background.One onFullDisk(Path disk, String options) {
        Path store = disk.resolve("s.db");
        Path plan = farm.plan("5ms", PLAN);
        Background.One command =
                farm.background.startWith(options, "run", plan.toString(), "--store", store.toString(), "--verbose");
        Background.until(() -> Files.exists(store) && new Stored(store, 1).reported() > 0);
        filled(disk);
        return command.awaitLine("granting no leases until it can");
    }

    /** All was committed when the disk became full: what cannot be moved out of the -wal stays there, and nothing is lost. */
    @Tag("thorough")
    @Test
    void a_store_that_is_closed_on_a_full_disk_keeps_what_was_committed() throws IOException {
        Path disk = smallDisk();
        try {
            Path file = disk.resolve("s.db");
            Store store = Store.open(file);
            store.runs().begin(new RunRow("kept", "run", "p", "", "noop", "noop", 1, 1, Map.of()));
            Path ballast = filled(disk);
            store.close();
            Files.delete(ballast);
            try (Store again = Store.open(file)) {
                assertThat(again.query("select name from run").rows()).containsExactly(List.of("kept"));
            }
        } finally {
            unmount(disk);
        }
    }

    private Path smallDisk() throws IOException {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        Shell.Result mounted = Shell.in(folder).run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.toString());
        assumeTrue(mounted.exitCode() == 0, "a small tmpfs can be mounted by root only");
        return disk;
    }

    private static Path filled(Path disk) {
        Path ballast = disk.resolve("ballast");
        Shell.in(disk).run("dd", "if=/dev/zero", "of=" + ballast, "bs=4k");
        return ballast;
    }

    private void unmount(Path disk) {
        farm.close();
        Shell.in(folder).run("umount", disk.toString());
    }
}
