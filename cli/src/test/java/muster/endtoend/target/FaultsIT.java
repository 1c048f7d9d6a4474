package muster.endtoend.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import muster.endtoend.Background;
import muster.endtoend.Farm;
import muster.endtoend.QueuedRuns;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.endtoend.cluster.Wire;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, real sockets and a real disk, treated badly: nothing is lost and nothing is counted twice. */
@Tag("slow")
class FaultsIT {
    private static final long HEARTBEAT_MS = 1_000;
    private static final long LEASE_TIMEOUT_MS = 2_500;
    /** So long that the processes, not their operations, are what keeps the machine busy. */
    private static final String OPERATION = "5ms";

    private static final Pattern LATE = Pattern.compile("sending snapshot (\\d+) \\((\\d+) operations\\) after");

    @TempDir
    private Path folder;

    private Farm farm;

    @BeforeEach
    void prepare() {
        farm = new Farm(folder);
    }

    @AfterEach
    void end() {
        farm.close();
    }

    // ---- the coordinator dies ----

    @Tag("thorough")
    @Test
    void a_coordinator_that_dies_at_commit_after_commit_continues_with_its_workers() {
        dieAtCommits(3, 8_000);
    }

    @Test
    @Tag("nightly")
    void a_coordinator_that_dies_at_every_commit_continues_with_its_workers() {
        dieAtCommits(40, 80_000);
    }

    /** Each incarnation dies at a later write than the one before, by turns just before and just after it is durable. */
    private void dieAtCommits(int deaths, long operations) {
        Background.One first = farm.coordinator("-Dmuster.failpoint=before:9").awaitLine("results go to");
        farm.worker("a");
        farm.worker("b");
        Background.One run = farm.submit(farm.plan(OPERATION, "operations: " + operations + ", clients: 8"), 2);
        first.result();
        for (int death = 1; death < deaths; death++) {
            String when = (death % 2 == 0 ? "before:" : "after:") + (2 + death % 7);
            farm.coordinator("-Dmuster.failpoint=" + when).result();
        }
        farm.coordinator();
        Shell.Result result = run.result();
        Farm.ended(result);
        farm.isWhole(1, operations);
        String warning = "warning  coordinator: observed restarted; ";
        assertThat(result.out()).contains(warning);
        assertThat(farm.background
                        .start("status", "--coordinator", farm.address())
                        .result()
                        .out())
                .contains("the run that ended last:", warning);
    }

    @Tag("nightly")
    @Test
    void after_the_loss_of_everything_the_interrupted_trial_is_done_again() {
        Path plan = farm.plan("operations: 8000, clients: 4");
        String[] arguments = {"run", plan.toString(), "--store", farm.file.toString(), "--trials", "2"};
        Background.One lost = farm.background.start(arguments);
        Background.until(() -> farm.stored(1).reported() > 9_000);
        lost.signal("KILL").result();
        assertThat(farm.background.start("runs", farm.file.toString()).result().out())
                .as("a partial file opens")
                .contains("p");
        Background.One again = farm.background.start("run", "--resume", farm.file.toString());
        Farm.ended(again.result());
        assertThat(farm.stored(1).rows("select trial, state from phase order by trial"))
                .hasToString("[[1, complete], [2, abandoned], [3, complete]]");
        assertThat(farm.stored(1).rows("select trial, planned, covered, counted, missing from coverage_summary"))
                .hasToString("[[1, 8000, 8000, 8000, 0], [3, 8000, 8000, 8000, 0]]");
        Shell.Result none =
                farm.background.start("run", "--resume", farm.file.toString()).result();
        assertThat(none.exitCode()).isEqualTo(104);
        assertThat(none.err()).contains("no run is interrupted").hasLineCount(1);
    }

    // ---- workers die and sleep ----

    @Test
    void the_share_of_a_killed_worker_is_served_again_within_three_heartbeats() {
        Background.One coordinator = farm.coordinator();
        farm.worker("a");
        Background.One victim = farm.worker("b");
        Background.One run = farm.submit(farm.plan(OPERATION, "operations: 6000, clients: 8"), 2);
        Background.until(() -> reportedBy("b") > 0);
        long waitedMs = QueuedRuns.waitedMs(coordinator.process());
        long killedMs = System.currentTimeMillis();
        victim.signal("KILL");
        Farm.ended(run.result());
        farm.isWhole(1, 6_000);
        long servedMs = TimeUnit.NANOSECONDS.toMillis(firstGrantedAgainNs()) - killedMs;
        long heldUpMs = QueuedRuns.waitedMs(coordinator.process()) - waitedMs;
        System.out.println("a killed worker's operations were granted again after " + servedMs
                + " ms; the coordinator had waited for a core for " + heldUpMs + " ms");
        assertThat(servedMs).isBetween(LEASE_TIMEOUT_MS - HEARTBEAT_MS, 3 * HEARTBEAT_MS + heldUpMs);
    }

    /** When the first lease was granted that begins below one before it, by the coordinator's clock, which is this one's. */
    private long firstGrantedAgainNs() {
        return farm.stored(1)
                .number(
                        "select min(granted_ns) from lease later where exists"
                                + " (select 1 from lease early where early.lease < later.lease and early.first >= later.first)");
    }

    @Tag("thorough")
    @Test
    void what_workers_did_that_slept_too_long_is_kept_and_not_counted_even_after_the_run() {
        Background.One coordinator = farm.coordinator();
        farm.worker("a");
        Background.One early = farm.worker("b");
        Background.One late = farm.worker("c");
        Background.One run = farm.submit(farm.plan(OPERATION, "operations: 12000, clients: 12"), 3);
        Background.until(() -> reportedBy("b") > 0 && reportedBy("c") > 0);
        early.signal("STOP");
        late.signal("STOP");
        coordinator.awaitLine("b left: silent").awaitLine("c left: silent");
        joinsAgain(early.signal("CONT"));
        Farm.ended(run.result());
        farm.isWhole(1, 12_000);
        joinsAgain(late.signal("CONT"));
        Background.until(() -> quarantined("b", early) + quarantined("c", late)
                == farm.stored(1).coverage().quarantined());
        farm.isWhole(1, 12_000);
        assertThat(quarantined("b", early)).as("said while the phase runs").isPositive();
        assertThat(quarantined("c", late)).as("said after it").isPositive();
        assertThat(farm.stored(1).coverage().again())
                .as("all of it is done again by others")
                .isGreaterThanOrEqualTo(farm.stored(1).coverage().quarantined());
    }

    /** Before it does it has said all that it had to say. */
    private static void joinsAgain(Background.One worker) {
        Background.until(() -> worker.said().split("joined the coordinator", -1).length == 3);
    }

    /** Operations that this worker says that it has said late, but for those whose acknowledgement it had not heard. */
    private long quarantined(String worker, Background.One one) {
        return LATE.matcher(one.said())
                .results()
                .filter(said -> !accepted(worker, Long.parseLong(said.group(1))))
                .mapToLong(said -> Long.parseLong(said.group(2)))
                .sum();
    }

    private boolean accepted(String worker, long seq) {
        return farm.stored(1)
                        .number("select count(*) from snapshot_batch where accepted = 1 and worker = '" + worker
                                + "' and session = (select min(session) from snapshot_batch where worker = '" + worker
                                + "') and seq = " + seq)
                > 0;
    }

    private long reportedBy(String worker) {
        return farm.stored(1).reported() == 0
                ? 0
                : farm.stored(1)
                        .rows("select 1 from snapshot_batch where accepted = 1 and worker = '" + worker + "'")
                        .size();
    }

    // ---- the network ----

    @Tag("nightly")
    @Test
    void a_network_that_cuts_delays_trickles_and_swallows_loses_nothing() {
        farm.coordinator();
        farm.worker("a");
        try (Wire wire = new Wire(farm.port)) {
            farm.worker("b", wire.port());
            Background.One run = farm.submit(farm.plan("operations: 120000, clients: 8"), 2);
            Background.until(() -> reportedBy("b") > 0);
            for (Wire.Mode mode : Wire.Mode.values()) {
                wire.mode(mode);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1_500));
                wire.cut();
            }
            wire.mode(Wire.Mode.PASS);
            Farm.ended(run.result());
        }
        farm.isWhole(1, 120_000);
    }

    // ---- the disk ----

    @Tag("thorough")
    @Test
    void a_full_disk_stops_leases_until_there_is_space() throws IOException {
        Path disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                Shell.in(folder)
                                .run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.toString())
                                .exitCode()
                        == 0,
                "a small tmpfs can be mounted by root only");
        try {
            fill(disk);
        } finally {
            farm.close();
            Shell.in(folder).run("umount", disk.toString());
        }
    }

    private void fill(Path disk) throws IOException {
        Path store = disk.resolve("s.db");
        Background.One coordinator = farm.background
                .start("coordinator", "--bind", farm.address(), "--store", store.toString())
                .awaitLine("results go to");
        farm.worker("a");
        Background.One run = farm.submit(farm.plan(OPERATION, "operations: 12000, clients: 8"), 1);
        Stored stored = new Stored(store, 1);
        Background.until(() -> stored.reported() > 0);
        Path ballast = disk.resolve("ballast");
        Shell.in(disk).run("dd", "if=/dev/zero", "of=" + ballast, "bs=4k");
        coordinator.awaitLine("the store cannot write; granting no leases until it can");
        assertThat(stored.coverage().counted())
                .as("what is acknowledged can be read")
                .isPositive();
        Files.delete(ballast);
        coordinator.awaitLine("the store can write again; granting leases");
        Farm.ended(run.result());
        assertThat(stored.coverage().isWhole(12_000)).as(stored.coverage() + "").isTrue();
        assertThat(stored.countedTwice()).isZero();
    }
}
