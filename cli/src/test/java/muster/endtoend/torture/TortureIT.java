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
    private static final int MOST_VIOLATIONS = 20;
    private static final long DOUBLE_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long STANDSTILL_NS = TimeUnit.MINUTES.toNanos(5);

    @TempDir
    private Path folder;

    private final long wanted = Long.getLong("muster.kills", TortureSchedule.KILLS);
    private final long seed =
            Long.getLong("muster.seed", ThreadLocalRandom.current().nextLong());
    private final long firstRun = Long.getLong("muster.run", 1);
    private final List<String> violations = new ArrayList<>();
    private long kills;
    private long coordinatorKills;
    private long doubleKills;
    private long pauses;

    @Test
    void whatever_is_killed_every_operation_has_its_effect_and_is_counted_once() {
        System.out.println("torture: seed " + seed);
        long startNs = System.nanoTime();
        try (RunningServer server =
                        Servers.local().start("neo4j", Neo4jServer.small().inMemory());
                TortureLedger ledger = new TortureLedger(server.httpUri());
                TortureCluster cluster = new TortureCluster(folder)) {
            Path plan = plan(server.uri());
            double databaseS = TortureCpu.seconds(server.pid());
            for (long run = firstRun; kills < wanted && violations.size() < MOST_VIOLATIONS; run++) {
                torture(cluster, plan, run);
                judge(cluster, ledger, run);
                print(startNs, run);
            }
            cluster.addCpu();
            System.out.printf(
                    "torture: %s, database %.2f%n",
                    cluster.cpu.perKill(kills), (TortureCpu.seconds(server.pid()) - databaseS) / kills);
            seesWhatIsMissing(cluster, ledger);
        }
        assertThat(violations).as("seed " + seed).isEmpty();
        assertThat(kills).isGreaterThanOrEqualTo(wanted);
    }

    private Path plan(String uri) {
        String text = """
                name: torture
                target: {kind: neo4j, uri: "%s", retries: 0, connectTimeout: 120s, operationTimeout: 120s}
                workload: {kind: batch-insert, vertices: %d, edges: 0, vertexBatch: 1, seed: 1}
                state: fresh
                phases:
                  - {kind: measure, part: vertices, clients: 32, think: 40ms}
                """.formatted(uri, OPERATIONS);
        try {
            return Files.writeString(folder.resolve("torture.yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // ---- one run ----

    private void torture(TortureCluster cluster, Path plan, long number) {
        SplittableRandom random = new SplittableRandom(seed + number);
        Stored stored = stored(cluster, number);
        Background.One run = cluster.submit(plan);
        Background.until(() -> stored.reported() > 0 || !run.process().isAlive());
        for (TortureSchedule.Step step : TortureSchedule.of(seed, number).steps()) {
            if (kills < wanted && run.process().isAlive()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(step.gapMs()));
                Background.until(() -> {
                    cluster.resume(false);
                    return cluster.isAtWork() || !run.process().isAlive();
                });
                take(cluster, step, random);
            }
        }
        cluster.resume(true);
        awaitEnd(cluster, run, stored, number);
        Shell.Result result = run.result();
        if (result.exitCode() != 0 && result.exitCode() != 111) {
            violations.add("run " + number + " ended with " + result.exitCode() + ": " + result.out() + result.err()
                    + cluster.said());
        }
    }

    /** A run that goes on may last as long as its machine needs; one that stands still would never end. */
    private void awaitEnd(TortureCluster cluster, Background.One run, Stored stored, long number) {
        long before = -1;
        long changedNs = System.nanoTime();
        while (run.process().isAlive()) {
            long reported = stored.reported();
            changedNs = reported == before ? changedNs : System.nanoTime();
            before = reported;
            if (System.nanoTime() - changedNs > STANDSTILL_NS) {
                keep(cluster, number);
                throw new AssertionError(
                        "run " + number + " stands still at " + reported + " operations: " + run.said());
            }
            LockSupport.parkNanos(100_000_000);
        }
    }

    private void take(TortureCluster cluster, TortureSchedule.Step step, SplittableRandom random) {
        switch (step) {
            case KillWorkers some -> kills += cluster.killWorkers(random, some.count(), some.newName());
            case KillCoordinator one -> killCoordinator(cluster, one);
            case Pause one -> {
                cluster.pause(random, TimeUnit.MILLISECONDS.toNanos(one.lengthMs()));
                pauses++;
            }
        }
    }

    private void killCoordinator(TortureCluster cluster, KillCoordinator step) {
        long firstNs = System.nanoTime();
        cluster.killCoordinator();
        if (step.againMs() >= 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(step.againMs()));
            // On a busy machine the next one may be back only after that.
            doubleKills += System.nanoTime() - firstNs < DOUBLE_NS ? 1 : 0;
            cluster.killCoordinator();
        }
        kills += step.kills();
        coordinatorKills += step.kills();
    }

    // ---- what became of it ----

    /** Runs are numbered from 1 in the file, wherever this began. */
    private Stored stored(TortureCluster cluster, long number) {
        return cluster.farm.stored(number - firstRun + 1);
    }

    private void judge(TortureCluster cluster, TortureLedger ledger, long number) {
        Stored stored = stored(cluster, number);
        for (String violation : ledger.violations(stored, OPERATIONS)) {
            violations.add("run " + number + ": " + violation);
            System.out.println("torture: VIOLATION, seed " + seed + ", " + violations.getLast());
        }
        if (!violations.isEmpty()) {
            keep(cluster, number);
        }
    }

    /** The store as it is now, for whoever looks into it. */
    private void keep(TortureCluster cluster, long number) {
        Path kept = Shell.CHECKOUT.resolve(".muster/torture/" + seed + "-" + number + ".db");
        kept.getParent().toFile().mkdirs();
        Shell.in(folder).run("sqlite3", cluster.farm.file.toString(), "vacuum into '" + kept + "'");
        System.out.println("torture: kept " + kept);
    }

    private void print(long startNs, long run) {
        double seconds = (System.nanoTime() - startNs) / 1e9;
        System.out.printf(
                "torture: run %d: %,d kills, %,d of them of the coordinator, %,d of these twice within 3 s, %,d workers"
                        + " paused, %,d s, %.1f kills/s, %d violations%n",
                run, kills, coordinatorKills, doubleKills, pauses, (long) seconds, kills / seconds, violations.size());
    }

    /** A ledger that cannot find a lost write would find no violation either. */
    private void seesWhatIsMissing(TortureCluster cluster, TortureLedger ledger) {
        Stored last = new Stored(cluster.farm.file, cluster.farm.stored(1).number("select max(run_id) from run"));
        ledger.ask("MATCH (v:Vertex) WITH v LIMIT 1 DELETE v");
        assertThat(ledger.violations(last, OPERATIONS)).anyMatch(one -> one.contains("the database has"));
    }
}
