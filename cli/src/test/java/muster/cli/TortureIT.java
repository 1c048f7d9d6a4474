package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of random processes at random moments of short runs, one after another, as often as muster.kills says. */
@Tag("nightly")
class TortureIT {
    private static final int WORKERS = 3;
    /** Every so many kills hit the coordinator. */
    private static final int COORDINATOR = 10;

    private static final int KILLS_A_RUN = 6;
    private static final long OPERATIONS = 40_000;

    @TempDir
    private Path folder;

    private final Map<String, Background.One> workers = new HashMap<>();
    private long kills;
    private long resumed;

    @Test
    void whatever_is_killed_every_operation_of_every_run_is_counted_once() {
        long wanted = Long.getLong("muster.kills", KILLS_A_RUN);
        long seed = Long.getLong("muster.seed", ThreadLocalRandom.current().nextLong());
        System.out.println("torture: seed " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        long runs = 0;
        try (Farm farm = new Farm(folder)) {
            Background.One coordinator = farm.coordinator();
            Farm.names(WORKERS).forEach(name -> workers.put(name, farm.worker(name)));
            while (kills < wanted) {
                coordinator = tormented(farm, ++runs, coordinator, random, wanted);
                farm.isWhole(runs, OPERATIONS);
                System.out.printf("torture: %,d kills survived, %,d runs, %,d resumed%n", kills, runs, resumed);
            }
        }
        assertThat(kills).isEqualTo(wanted);
    }

    /** One run; the coordinator that is there at its end. */
    private Background.One tormented(
            Farm farm, long number, Background.One first, SplittableRandom random, long wanted) {
        Background.One coordinator = first;
        Background.One run = farm.submit(farm.plan("operations: " + OPERATIONS + ", clients: 6"), WORKERS);
        Background.until(() -> farm.stored(number).reported() > 0);
        for (int i = 0; i < KILLS_A_RUN && kills < wanted; i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(50, 900)));
            if (++kills % COORDINATOR == 0) {
                coordinator.signal("KILL").result();
                resumed += run.process().isAlive() ? 1 : 0;
                coordinator = farm.coordinator();
            } else {
                String name = "w" + random.nextInt(WORKERS);
                workers.get(name).signal("KILL").result();
                workers.put(name, farm.worker(name));
            }
        }
        Farm.ended(run.result());
        return coordinator;
    }
}
