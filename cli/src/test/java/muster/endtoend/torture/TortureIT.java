package muster.endtoend.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of random processes at random moments of runs on a real database, as often as muster.kills says. */
@Tag("nightly")
class TortureIT {
    /** Below the folder of what can be made again: totals over several calls, and stores that were found wrong. */
    private static final Path KEPT = Shell.CHECKOUT.resolve(".muster/torture");

    @TempDir
    private Path folder;

    private final long wanted = Long.getLong("muster.kills", TortureSchedule.KILLS);
    private final long seed =
            Long.getLong("muster.seed", ThreadLocalRandom.current().nextLong());
    private final TortureSchedule.Mix mix =
            Boolean.getBoolean("muster.doubles") ? TortureSchedule.Mix.DOUBLES : TortureSchedule.Mix.USUAL;
    private final TortureProgress progress =
            new TortureProgress(seed, mix, Long.getLong("muster.run", 1), wanted, KEPT.resolve("totals.tsv"));
    private final TortureCpu cpu = new TortureCpu();

    @Test
    void whatever_is_killed_every_operation_has_its_effect_and_is_counted_once() {
        System.out.println("torture: seed " + seed);
        try (TortureDatabase database = TortureDatabase.start(System.getProperty("muster.database", "falkordb"))) {
            torture(database);
            cpu.add("torture", ProcessHandle.current().pid());
            cpu.add("database", database.server().pid());
        }
        long kills = progress.counts().kills();
        System.out.println("torture: " + cpu.perKill(kills));
        assertThat(progress.violations()).as("seed " + seed).isEmpty();
        assertThat(kills).isGreaterThanOrEqualTo(wanted);
    }

    private void torture(TortureDatabase database) {
        TortureJvm jvm = TortureJvm.recorded(KEPT, folder, database);
        try (ExecutorService lanes = Executors.newCachedThreadPool()) {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < Math.min(Integer.getInteger("muster.clusters", 4), database.clusters()); i++) {
                int number = i;
                ends.add(lanes.submit(() -> tortureOrGiveUp(database, jvm, number)));
            }
            ends.forEach(TortureIT::await);
        }
    }

    private static void await(Future<?> end) {
        try {
            end.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void tortureOrGiveUp(TortureDatabase database, TortureJvm jvm, int number) {
        try {
            torture(database, jvm, number);
        } catch (RuntimeException | Error e) {
            progress.giveUp();
            throw e;
        }
    }

    private void torture(TortureDatabase database, TortureJvm jvm, int number) {
        Path own = folder.resolve(String.format(Locale.ROOT, "cluster-%d", number));
        try (TortureLedger ledger = database.ledger(number);
                TortureCluster cluster = new TortureCluster(created(own), jvm, cpu)) {
            new TortureLane(progress, cluster, ledger, database.target(number), KEPT).torture();
        }
    }

    private static Path created(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
