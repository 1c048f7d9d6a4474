package muster.endtoend.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import muster.endtoend.Background;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wall clocks of the coordinator and of workers that are set while a run is under way: no figure knows of it. */
@Tag("slow")
@Tag("thorough")
class WallClockIT {
    private static final List<Duration> SETTINGS = List.of(
            Duration.ofSeconds(4),
            Duration.ofSeconds(-7),
            Duration.ofHours(5),
            Duration.ofHours(-5),
            Duration.ofDays(30),
            Duration.ofDays(-30));
    private static final long APART_MS = 700;

    @TempDir
    private Path folder;

    private Farm farm;
    private WallClock ofCoordinator;
    private WallClock ofWorker;

    @BeforeEach
    void prepare() {
        farm = new Farm(folder);
        Path library = WallClock.library(folder);
        ofCoordinator = WallClock.of(library, "coordinator");
        ofWorker = WallClock.of(library, "worker");
    }

    @AfterEach
    void end() {
        farm.close();
    }

    private Background.One coordinator() {
        return farm.background
                .startUnder(
                        ofCoordinator.environment(),
                        "coordinator",
                        "--bind",
                        farm.address(),
                        "--store",
                        farm.file.toString())
                .awaitLine("results go to");
    }

    private void worker(String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("worker", "--coordinator", farm.address(), "--name", "w" + more.length));
        arguments.addAll(List.of(more));
        farm.background
                .startUnder(ofWorker.environment(), arguments.toArray(String[]::new))
                .awaitLine("joined the coordinator");
    }

    @Test
    void a_clock_that_is_set_while_a_phase_runs_changes_no_figure() {
        coordinator();
        worker();
        runThroughAllSettings(1);
    }

    @Test
    @Tag("nightly")
    void nor_does_one_of_a_python_worker() {
        coordinator();
        worker("--python");
        runThroughAllSettings(1);
    }

    private void runThroughAllSettings(int workers) {
        Background.One run = farm.submit(farm.plan("5ms", "duration: 9s, clients: 4"), workers);
        Stored stored = farm.stored(1);
        Background.until(() -> stored.reported() > 0);
        for (Duration ahead : SETTINGS) {
            ofWorker.set(ahead);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(APART_MS / 2));
            ofCoordinator.set(ahead);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(APART_MS / 2));
        }
        Farm.ended(run.result());
        assertThat(stored.coverage().isSound()).as(stored.coverage() + "").isTrue();
        assertThat(stored.coverage().missing()).isZero();
        assertThat(stored.number("select set_end_ns - start_ns from phase")).isEqualTo(9_000_000_000L);
        assertThat(stored.number("select count(*) from interval_summary")).isBetween(9L, 11L);
        assertThat(stored.number("select count(*) from snapshot s join phase p using (run_id)"
                        + " where s.start_ns < p.start_ns - 1000000000 or s.end_ns > p.set_end_ns + 3000000000"))
                .as("snapshots far from their phase")
                .isZero();
        assertThat(stored.number("select count(*) from environment where key = 'clock.offset_ns'"))
                .isOne();
    }

    @Test
    void a_coordinator_that_is_restarted_continues_with_the_clock_that_its_run_began_with() {
        Background.One first = coordinator();
        worker();
        Background.One run = farm.submit(farm.plan("5ms", "operations: 5000, clients: 4"), 1);
        Background.until(() -> farm.stored(1).reported() > 0);
        for (Duration ahead : List.of(Duration.ofDays(30), Duration.ofDays(-30))) {
            first.signal("KILL").result();
            // While its worker tries to connect again.
            ofWorker.set(ahead.negated());
            ofCoordinator.set(ahead);
            first = coordinator().awaitLine("the wall clock was set by");
        }
        Farm.ended(run.result());
        farm.isWhole(1, 5_000);
        assertThat(
                        farm.stored(1)
                                .number(
                                        "select (max(s.end_ns) - min(p.start_ns)) / 1000000000 from snapshot s join phase p using (run_id)"))
                .isBetween(6L, 60L);
    }

    /** jeromq's own milliseconds were the wall clock's: what waited for 50 ms waited for an hour. */
    @Test
    void a_coordinator_that_waits_while_its_clock_is_set_back_still_answers() {
        Background.One coordinator = coordinator();
        for (int hour = 1; hour <= 3; hour++) {
            ofCoordinator.set(Duration.ofHours(-hour));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
        Shell.Result status = farm.background
                .startUnder(ofWorker.environment(), "status", "--coordinator", farm.address())
                .result();
        assertThat(status.exitCode()).as(status.err()).isZero();
        coordinator.signal("INT");
        assertThat(coordinator.result().exitCode()).isZero();
    }
}
