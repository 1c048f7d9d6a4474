package muster.endtoend.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import muster.endtoend.Background;
import muster.endtoend.Farm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody gives up what is alive, however slow the machine is. */
@Tag("slow")
@Tag("thorough")
class PatienceIT {
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

    @Test
    void a_coordinator_that_is_stopped_for_three_seconds_loses_nobody() {
        stoppedFor(3);
    }

    @Test
    @Tag("nightly")
    void nor_does_one_that_is_stopped_for_ten() {
        stoppedFor(10);
    }

    @Test
    @Tag("nightly")
    void nor_does_one_that_is_stopped_for_a_minute() {
        stoppedFor(60);
    }

    private void stoppedFor(int seconds) {
        Background.One coordinator = farm.coordinator();
        farm.worker("a");
        farm.worker("b");
        Background.One run = farm.submit(farm.plan("5ms", "operations: 4000, clients: 4"), 2);
        Background.until(() -> farm.stored(1).reported() > 0);
        coordinator.signal("STOP");
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(seconds));
        coordinator.signal("CONT");
        long wokeNs = System.nanoTime();
        coordinator.awaitLine("the coordinator did not run for");
        Farm.ended(run.result());
        System.out.printf("stopped for %d s; the run ended %d ms later%n", seconds, sinceMs(wokeNs));
        farm.isWhole(1, 4_000);
        assertThat(coordinator.said()).doesNotContain("left: silent");
        assertThat(farm.stored(1).coverage().again()).isZero();
    }

    @Test
    @Tag("nightly")
    void at_a_load_of_twenty_a_run_with_a_hundred_workers_that_start_at_once_is_whole() {
        List<Background.One> busy = IntStream.range(0, 20)
                .mapToObj(i -> farm.background.run(List.of("timeout", "1200", "sh", "-c", "while :; do :; done")))
                .toList();
        int workers = Integer.getInteger("muster.workers", 100);
        long fromNs = System.nanoTime();
        Background.One run = farm.background.start(
                "run",
                farm.plan("5ms", "operations: 2000, clients: 200").toString(),
                "--workers",
                Integer.toString(workers),
                "--store",
                farm.file.toString(),
                "--verbose");
        Farm.ended(run.result(1_200));
        System.out.printf("at a load of %d a run with %d workers took %d ms%n", busy.size(), workers, sinceMs(fromNs));
        farm.isWhole(1, 2_000);
        assertThat(run.said()).contains("local-" + workers + " joined").doesNotContain("left: silent");
        assertThat(farm.stored(1).number("select count(*) from worker")).isEqualTo(workers);
        assertThat(farm.stored(1).coverage().again()).isZero();
    }

    private static long sinceMs(long fromNs) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - fromNs);
    }
}
