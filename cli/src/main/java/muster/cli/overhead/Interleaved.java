package muster.cli.overhead;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import muster.cli.interleave.ArmsProcess;
import muster.cli.terminal.Output;
import muster.cli.terminal.Terminal;
import muster.store.analysis.overhead.InterleavedComparison;
import muster.store.analysis.overhead.InterleavedVerdict;
import muster.store.analysis.overhead.Restart;
import muster.store.analysis.statistics.Interval;
import muster.store.file.Store;
import muster.store.file.row.OverheadRow;
import muster.store.file.row.TurnRow;
import org.jspecify.annotations.Nullable;

/**
 * Restarts of two arms that take turns, until the ratio of their throughputs is known as precisely as was asked, or the time is
 * up. Each restart is a row of turns in the store.
 */
final class Interleaved {
    private static final long TURN_MS = 100;
    private static final int WARM_UP_BLOCKS = 8;
    private static final int BLOCKS = 40;

    /**
     * What is to be compared.
     *
     * @param plan as it was typed, with its options
     * @param lease operations in one lease of the cluster; 0 for automatic
     * @param precision half the width of the interval, as a share
     * @param maxTime no restart begins that would end later
     */
    record Request(
            List<String> plan,
            String name,
            Path store,
            int lease,
            double precision,
            Duration maxTime,
            @Nullable Double maxPercent,
            long seed) {}

    private final Request request;
    private final Output output;
    private final Random random;
    private final List<Restart> restarts = new ArrayList<>();
    private final long startNs = System.nanoTime();
    private volatile boolean cancelled;
    private volatile @Nullable ArmsProcess running;

    Interleaved(Request request, Output output) {
        this.request = request;
        this.output = output;
        this.random = new Random(request.seed());
    }

    /** All restarts that were whole; their comparison is in the store. Null if there is none. */
    @Nullable
    InterleavedComparison measure() {
        long id = begin();
        output.note(head());
        long longestNs = 0;
        while (goesOn(longestNs)) {
            long fromNs = System.nanoTime();
            restart(id);
            longestNs = Math.max(longestNs, System.nanoTime() - fromNs);
        }
        return restarts.isEmpty() ? null : end(id);
    }

    private long begin() {
        Instant now = Instant.now();
        long startedNs = now.getEpochSecond() * 1_000_000_000 + now.getNano();
        try (Store store = Store.open(request.store())) {
            return store.overheads()
                    .begin(new OverheadRow(
                            startedNs,
                            request.name(),
                            request.lease(),
                            1,
                            request.seed(),
                            startedNs,
                            request.maxPercent()));
        }
    }

    private String head() {
        return String.format(
                Locale.ROOT,
                "%s: cluster and standalone take turns until their ratio is known to %s %%, %d s at most; seed %d, results"
                        + " go to %s",
                request.name(),
                percent(request.precision()),
                request.maxTime().toSeconds(),
                request.seed(),
                request.store());
    }

    private boolean goesOn(long longestNs) {
        if (cancelled || InterleavedComparison.of(restarts).precise(request.precision())) {
            return false;
        }
        return restarts.isEmpty()
                || elapsedNs() + longestNs <= request.maxTime().toNanos();
    }

    long elapsedNs() {
        return System.nanoTime() - startNs;
    }

    private void restart(long id) {
        ArmsProcess process = ArmsProcess.start(new ArmsProcess.Request(
                request.plan(),
                Overhead.leaseText(request.lease()),
                random.nextInt(1, Integer.MAX_VALUE),
                TURN_MS,
                WARM_UP_BLOCKS,
                BLOCKS,
                folder()));
        running = process;
        if (cancelled) {
            process.stop();
        }
        Restart restart = process.await(this::progress);
        if (restart != null) {
            restarts.add(restart);
            try (Store store = Store.open(request.store())) {
                store.overheads().turns(id, restarts.size(), restart.turns());
            }
            tell();
        }
    }

    private Path folder() {
        Path parent = request.store().toAbsolutePath().getParent();
        return parent == null ? Path.of("") : parent;
    }

    private void progress(TurnRow turn) {
        if (Terminal.errors()) {
            output.err()
                    .print(String.format(
                            Locale.ROOT,
                            "\r\u001b[Krestart %d, turn %d of %d",
                            restarts.size() + 1,
                            turn.number(),
                            4 * BLOCKS));
            output.err().flush();
        }
    }

    private void tell() {
        String clear = Terminal.errors() ? "\r\u001b[K" : "";
        InterleavedComparison comparison = InterleavedComparison.of(restarts);
        Interval ratio = comparison.ratio("throughput");
        double own = InterleavedComparison.of(List.of(restarts.getLast()))
                .ratio("throughput")
                .estimate();
        String soFar = ratio.bounded()
                ? String.format(
                        Locale.ROOT,
                        "; so far %.4f (%.4f to %.4f), known to %s %%",
                        ratio.estimate(),
                        ratio.low(),
                        ratio.high(),
                        percent(comparison.halfWidth()))
                : "";
        output.note(String.format(
                Locale.ROOT,
                "%srestart %d after %d s: cluster / standalone %.4f%s",
                clear,
                restarts.size(),
                elapsedNs() / 1_000_000_000,
                own,
                soFar));
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.2g", 100 * share);
    }

    private InterleavedComparison end(long id) {
        InterleavedComparison comparison = InterleavedComparison.of(restarts);
        InterleavedVerdict verdict = verdict(comparison);
        try (Store store = Store.open(request.store())) {
            store.overheads().end(comparison.end(id, verdict.text(), verdict.decided()));
        }
        return comparison;
    }

    InterleavedVerdict verdict(InterleavedComparison comparison) {
        return InterleavedVerdict.of(comparison, request.precision(), request.maxPercent());
    }

    /** Ends what runs with what it measured. Any thread. */
    void cancel() {
        cancelled = true;
        ArmsProcess process = running;
        if (process != null) {
            process.stop();
        }
    }

    boolean cancelled() {
        return cancelled;
    }
}
