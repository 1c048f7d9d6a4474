package muster.endtoend.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.endtoend.torture.TortureSchedule.KillCoordinator;
import muster.endtoend.torture.TortureSchedule.KillWorkers;
import muster.endtoend.torture.TortureSchedule.Pause;
import muster.servers.RunningServer;
import muster.servers.Servers;
import muster.servers.neo4j.Neo4jServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of random processes at random moments of runs on a real Neo4j, as often as muster.kills says. */
@Tag("nightly")
class TortureIT {
    private static final long OPERATIONS = 6_000;
    /** Below the folder of what can be made again: totals over several calls, and stores that were found wrong. */
    private static final Path KEPT = Shell.CHECKOUT.resolve(".muster/torture");

    private static final Path TOTALS = KEPT.resolve("totals.tsv");

    private static final long FIRST_OPERATIONS = 200;
    private static final int MOST_VIOLATIONS = 20;
    private static final long DOUBLE_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long LOOK_AGAIN_MS = 2_000;
    private static final long STANDSTILL_NS = TimeUnit.MINUTES.toNanos(5);

    @TempDir
    private Path folder;

    private final long wanted = Long.getLong("muster.kills", TortureSchedule.KILLS);
    private final long seed =
            Long.getLong("muster.seed", ThreadLocalRandom.current().nextLong());
    private final long firstRun = Long.getLong("muster.run", 1);
    private final List<String> violations = new ArrayList<>();
    private TortureCounts counts = TortureCounts.NONE;

    @Test
    void whatever_is_killed_every_operation_has_its_effect_and_is_counted_once() {
        System.out.println("torture: seed " + seed);
        long startNs = System.nanoTime();
        try (RunningServer server =
                        Servers.local().start("neo4j", Neo4jServer.small().inMemory());
                TortureLedger ledger = new TortureLedger(server.httpUri());
                TortureCluster cluster = new TortureCluster(folder, plan(server.uri(), FIRST_OPERATIONS))) {
            Path plan = plan(server.uri(), OPERATIONS);
            double databaseS = TortureCpu.seconds(server.pid());
            for (long run = firstRun; counts.kills() < wanted && violations.size() < MOST_VIOLATIONS; run++) {
                TortureCounts of = judged(cluster, ledger, torture(cluster, plan, run), run);
                of.append(TOTALS, seed, run);
                counts = counts.plus(of);
                print(startNs, run);
            }
            cluster.addCpu();
            System.out.printf(
                    "torture: %s, database %.2f%n",
                    cluster.cpu.perKill(counts.kills()),
                    (TortureCpu.seconds(server.pid()) - databaseS) / counts.kills());
            seesWhatIsMissing(cluster, ledger);
        }
        assertThat(violations).as("seed " + seed).isEmpty();
        assertThat(counts.kills()).isGreaterThanOrEqualTo(wanted);
    }

    private Path plan(String uri, long operations) {
        String text = """
                name: torture
                target: {kind: neo4j, uri: "%s", retries: 0, connectTimeout: 120s, operationTimeout: 120s}
                workload: {kind: batch-insert, vertices: %d, edges: 0, vertexBatch: 1, seed: 1}
                state: fresh
                phases:
                  - {kind: measure, part: vertices, clients: 32, think: 40ms}
                """.formatted(uri, operations);
        try {
            return Files.writeString(folder.resolve("torture-" + operations + ".yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- one run ----

    private TortureCounts torture(TortureCluster cluster, Path plan, long number) {
        SplittableRandom random = new SplittableRandom(seed + number);
        Stored stored = stored(cluster, number);
        Background.One run = cluster.submit(plan);
        Background.until(() -> stored.reported() > 0 || !run.process().isAlive());
        TortureCounts of = TortureCounts.NONE;
        for (TortureSchedule.Step step : TortureSchedule.of(seed, number).steps()) {
            if (counts.kills() + of.kills() < wanted && run.process().isAlive()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(step.gapMs()));
                Background.until(() -> {
                    cluster.resume(false);
                    return cluster.isAtWork() || !run.process().isAlive();
                });
                of = of.plus(take(cluster, step, random));
            }
        }
        cluster.resume(true);
        awaitEnd(cluster, run, stored, number);
        Shell.Result result = run.result();
        boolean givenUp = result.err().contains("does not know run") && stored.isInterrupted();
        if (result.exitCode() != 0 && result.exitCode() != 111 && !givenUp) {
            violations.add("run " + number + " ended with " + result.exitCode() + ": " + result.out() + result.err()
                    + cluster.said());
        }
        return of;
    }

    /** A run that goes on may last as long as its machine needs; one that stands still would never end. */
    private void awaitEnd(TortureCluster cluster, Background.One run, Stored stored, long number) {
        long before = -1;
        long changedNs = System.nanoTime();
        while (!ends(run)) {
            long reported = stored.reported();
            changedNs = reported == before ? changedNs : System.nanoTime();
            before = reported;
            if (System.nanoTime() - changedNs > STANDSTILL_NS) {
                keep(cluster, number);
                TortureCounts.run(true, reported, 1).append(TOTALS, seed, number);
                throw new AssertionError(
                        "run " + number + " stands still at " + reported + " operations: " + run.said());
            }
        }
    }

    private static boolean ends(Background.One run) {
        try {
            return run.process().waitFor(LOOK_AGAIN_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static TortureCounts take(TortureCluster cluster, TortureSchedule.Step step, SplittableRandom random) {
        return switch (step) {
            case KillWorkers some -> TortureCounts.workers(cluster.killWorkers(random, some.count(), some.newName()));
            case KillCoordinator one -> killCoordinator(cluster, one);
            case Pause one -> {
                cluster.pause(random, TimeUnit.MILLISECONDS.toNanos(one.lengthMs()));
                yield TortureCounts.pause();
            }
        };
    }

    private static TortureCounts killCoordinator(TortureCluster cluster, KillCoordinator step) {
        long firstNs = System.nanoTime();
        cluster.killCoordinator();
        if (step.againMs() < 0) {
            return TortureCounts.coordinator(step.kills(), false);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(step.againMs()));
        // On a busy machine the next one may be back only after that.
        boolean doubled = System.nanoTime() - firstNs < DOUBLE_NS;
        cluster.killCoordinator();
        return TortureCounts.coordinator(step.kills(), doubled);
    }

    // ---- what became of it ----

    /** Runs are numbered from 1 in the file, wherever this began. */
    private Stored stored(TortureCluster cluster, long number) {
        return cluster.farm.stored(number - firstRun + 1);
    }

    private TortureCounts judged(TortureCluster cluster, TortureLedger ledger, TortureCounts done, long number) {
        Stored stored = stored(cluster, number);
        boolean interrupted = stored.isInterrupted();
        List<String> ofRun =
                interrupted ? ledger.violationsOfInterrupted(stored) : ledger.violations(stored, OPERATIONS);
        for (String violation : ofRun) {
            violations.add("run " + number + ": " + violation);
            System.out.println("torture: VIOLATION, seed " + seed + ", " + violations.getLast());
        }
        long found = violations.size() - counts.violations();
        if (found > 0) {
            keep(cluster, number);
        }
        return done.plus(TortureCounts.run(interrupted, stored.reported(), found));
    }

    /** The store as it is now, for whoever looks into it. */
    private void keep(TortureCluster cluster, long number) {
        Path kept = KEPT.resolve(seed + "-" + number + ".db");
        kept.getParent().toFile().mkdirs();
        Shell.in(folder).run("sqlite3", cluster.farm.file.toString(), "vacuum into '" + kept + "'");
        System.out.println("torture: kept " + kept);
    }

    private void print(long startNs, long run) {
        double seconds = (System.nanoTime() - startNs) / 1e9;
        System.out.printf(
                "torture: run %d: %s, %,d s, %.2f kills/s%n", run, counts, (long) seconds, counts.kills() / seconds);
    }

    /** A ledger that cannot find a lost write would find no violation either. */
    private void seesWhatIsMissing(TortureCluster cluster, TortureLedger ledger) {
        Stored last = new Stored(cluster.farm.file, cluster.farm.stored(1).number("select max(run_id) from run"));
        ledger.ask("MATCH (v:Vertex) WITH v LIMIT 1 DELETE v");
        assertThat(ledger.violations(last, OPERATIONS)).anyMatch(one -> one.contains("the database has"));
    }
}
