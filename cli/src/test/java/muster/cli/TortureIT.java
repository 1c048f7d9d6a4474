package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
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
    /** So many that some are at work while others start, or wait until their namesake is fenced. */
    private static final int WORKERS = 12;
    /** Every so many kills hit the coordinator. */
    private static final int COORDINATOR = 10;

    private static final int KILLS_A_RUN = 40;
    private static final long OPERATIONS = 30_000;
    /** Starting a process costs more than all that it does here. */
    private static final String QUICK = "-XX:TieredStopAtLevel=1";

    @TempDir
    private Path folder;

    private final Map<String, Background.One> workers = new LinkedHashMap<>();
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
            Background.One coordinator = coordinator(farm);
            Farm.names(WORKERS).forEach(name -> workers.put(name, worker(farm, name)));
            while (kills < wanted) {
                coordinator = tormented(farm, ++runs, coordinator, random, wanted);
                farm.isWhole(runs, OPERATIONS);
                System.out.printf("torture: %,d kills survived, %,d runs, %,d resumed%n", kills, runs, resumed);
            }
        }
        assertThat(kills).isEqualTo(wanted);
    }

    private static Background.One coordinator(Farm farm) {
        return farm.coordinator(QUICK).awaitLine("results go to");
    }

    private static Background.One worker(Farm farm, String name) {
        return farm.background.startWith(QUICK, "worker", "--coordinator", farm.address(), "--name", name);
    }

    /** One run; the coordinator that is there at its end. */
    private Background.One tormented(
            Farm farm, long number, Background.One first, SplittableRandom random, long wanted) {
        Background.One coordinator = first;
        long last = Math.min(wanted, kills + KILLS_A_RUN);
        Background.One run = farm.submit(farm.plan("5ms", "operations: " + OPERATIONS + ", clients: 12"), 2);
        Background.until(() -> farm.stored(number).reported() > 0);
        while (kills < last && run.process().isAlive()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(20, 400)));
            if ((kills + 1) % COORDINATOR == 0) {
                kills++;
                coordinator.signal("KILL").result();
                resumed += run.process().isAlive() ? 1 : 0;
                long killedNs = System.nanoTime();
                coordinator = coordinator(farm);
                System.out.printf(
                        "torture: a coordinator is back after %,d ms%n", (System.nanoTime() - killedNs) / 1_000_000);
            } else {
                killOneOf(farm, atWork(), random);
            }
        }
        Shell.Result result = run.result();
        assertThat(result.exitCode())
                .as(result.out() + result.err() + coordinator.said())
                .isIn(0, 111);
        return coordinator;
    }

    private List<String> atWork() {
        return workers.keySet().stream()
                .filter(name -> workers.get(name).said().contains("joined the coordinator"))
                .toList();
    }

    private void killOneOf(Farm farm, List<String> names, SplittableRandom random) {
        if (!names.isEmpty()) {
            String name = names.get(random.nextInt(names.size()));
            workers.get(name).signal("KILL").result();
            workers.put(name, worker(farm, name));
            kills++;
        }
    }
}
