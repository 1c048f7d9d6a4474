package muster.endtoend.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.endtoend.torture.TortureSchedule.KillCoordinator;
import muster.endtoend.torture.TortureSchedule.KillWorkers;
import muster.endtoend.torture.TortureSchedule.Pause;

/** One cluster and its runs, one after another; several of these work side by side. */
final class TortureLane {
    private static final long OPERATIONS = 3_000;
    private static final long DOUBLE_NS = TimeUnit.SECONDS.toNanos(3);
    private static final long LOOK_AGAIN_MS = 2_000;
    private static final long STANDSTILL_NS = TimeUnit.MINUTES.toNanos(5);

    private final TortureProgress progress;
    private final TortureCluster cluster;
    private final TortureLedger ledger;
    private final Path plan;
    private final Path kept;
    /** Runs in the store of this cluster. */
    private long stored;

    /** @param kept where stores that were found wrong are copied to */
    TortureLane(TortureProgress progress, TortureCluster cluster, TortureLedger ledger, String target, Path kept) {
        this.progress = progress;
        this.cluster = cluster;
        this.ledger = ledger;
        this.kept = kept;
        this.plan = plan(cluster.farm.folder, target, OPERATIONS);
    }

    static Path plan(Path folder, String target, long operations) {
        String text = """
                name: torture
                target: {%s, retries: 0, connectTimeout: 120s, operationTimeout: 120s}
                workload: {kind: batch-insert, vertices: %d, edges: 0, vertexBatch: 1, seed: 1}
                state: fresh
                phases:
                  - {kind: measure, part: vertices, clients: 32, think: 200ms}
                """.formatted(target, operations);
        try {
            return Files.writeString(folder.resolve("torture-" + operations + ".yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void torture() {
        while (progress.goesOn()) {
            torture(progress.nextRun());
        }
        seesWhatIsMissing();
    }

    private void torture(long number) {
        SplittableRandom random = new SplittableRandom(progress.seed + number);
        Stored run = new Stored(cluster.farm.file, ++stored);
        ledger.begin();
        Background.One command = cluster.submit(plan);
        Background.until(() -> run.reported() > 0 || !command.process().isAlive());
        TortureCounts done = TortureCounts.NONE;
        for (TortureSchedule.Step step : progress.schedule(number).steps()) {
            if (progress.goesOn() && awaitVictim(step, command)) {
                TortureCounts of = take(step, random);
                progress.killed(of.kills());
                done = done.plus(of);
            }
        }
        cluster.resume(true);
        awaitEnd(command, run, number);
        progress.ended(number, done.plus(counts(run)), violations(run, command.result(), number));
    }

    /** False if the run has ended before. */
    private boolean awaitVictim(TortureSchedule.Step step, Background.One command) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(step.gapMs()));
        Background.until(() -> {
            cluster.resume(false);
            return cluster.isAtWork() || !command.process().isAlive();
        });
        return command.process().isAlive();
    }

    private TortureCounts take(TortureSchedule.Step step, SplittableRandom random) {
        return switch (step) {
            case KillWorkers some -> cluster.killWorkers(random, some);
            case KillCoordinator one -> killCoordinator(one);
            case Pause one -> {
                cluster.pause(random, TimeUnit.MILLISECONDS.toNanos(one.lengthMs()));
                yield TortureCounts.pause();
            }
        };
    }

    private TortureCounts killCoordinator(KillCoordinator step) {
        long firstNs = System.nanoTime();
        cluster.killCoordinator();
        if (step.againMs() < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(step.restMs()));
            return TortureCounts.coordinator(1, false);
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(step.againMs()));
        // On a busy machine the next one may be back only after that.
        boolean doubled = System.nanoTime() - firstNs < DOUBLE_NS;
        cluster.killCoordinator();
        return TortureCounts.coordinator(2, doubled);
    }

    /** A run that goes on may last as long as its machine needs; one that stands still would never end. */
    private void awaitEnd(Background.One command, Stored run, long number) {
        long before = -1;
        long changedNs = System.nanoTime();
        while (!ends(command, run)) {
            long reported = run.reported();
            changedNs = reported == before ? changedNs : System.nanoTime();
            before = reported;
            if (System.nanoTime() - changedNs > STANDSTILL_NS) {
                keep(number);
                String still = "stands still at " + reported + " operations: " + command.said() + cluster.said();
                progress.ended(number, TortureCounts.run(true, reported), List.of(still));
                throw new AssertionError("run " + number + " " + still);
            }
        }
    }

    /** The command gives a coordinator up that has not run for a minute, on a crowded machine; the run goes on. */
    private static boolean ends(Background.One command, Stored run) {
        try {
            boolean ended = command.process().waitFor(LOOK_AGAIN_MS, TimeUnit.MILLISECONDS);
            if (ended && run.isRunning()) {
                Thread.sleep(LOOK_AGAIN_MS);
                return !run.isRunning();
            }
            return ended;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // ---- what became of it ----

    private static TortureCounts counts(Stored run) {
        return TortureCounts.run(run.isInterrupted(), run.reported());
    }

    private List<String> violations(Stored run, Shell.Result result, long number) {
        boolean interrupted = run.isInterrupted();
        TortureVerdict verdict = new TortureVerdict(run, ledger);
        List<String> violations =
                new ArrayList<>(interrupted ? verdict.violationsOfInterrupted() : verdict.violations(OPERATIONS));
        boolean givenUp = result.err().contains("was silent for")
                || (interrupted && result.err().contains("does not know run"));
        if (result.exitCode() != 0 && result.exitCode() != 111 && !givenUp) {
            violations.add("ended with " + result.exitCode() + ": " + result.out() + result.err() + cluster.said());
        }
        System.out.println("torture: run " + number + " " + verdict.executedAgain());
        if (!violations.isEmpty()) {
            keep(number);
        }
        return violations;
    }

    /** The store as it is now, for whoever looks into it. */
    private void keep(long number) {
        Path copy = kept.resolve(progress.seed + "-" + number + ".db");
        copy.getParent().toFile().mkdirs();
        Shell.in(cluster.farm.folder).run("sqlite3", cluster.farm.file.toString(), "vacuum into '" + copy + "'");
        System.out.println("torture: kept " + copy);
    }

    /** A ledger that cannot find a lost write would find no violation either. */
    private void seesWhatIsMissing() {
        if (stored > 0) {
            Stored last = new Stored(cluster.farm.file, stored);
            ledger.deleteOne();
            assertThat(new TortureVerdict(last, ledger).violations(OPERATIONS))
                    .anyMatch(one -> one.contains("the database has"));
        }
    }
}
