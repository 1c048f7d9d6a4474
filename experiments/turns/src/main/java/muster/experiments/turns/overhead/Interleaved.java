package muster.experiments.turns.overhead;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import muster.cli.terminal.Output;
import muster.experiments.turns.ArmSpec;
import muster.experiments.turns.ComparisonRow;
import muster.experiments.turns.InterleavedComparison;
import muster.experiments.turns.Restart;
import muster.experiments.turns.RestartLoop;
import muster.statistics.Interval;
import muster.store.file.Store;
import org.jspecify.annotations.Nullable;

/** Standalone and cluster take turns until the ratio of their throughputs is known as precisely as was asked, or the time is up. */
final class Interleaved {
    private static final String STANDALONE = "standalone";
    private static final String CLUSTER = "cluster";

    /**
     * What is to be compared.
     *
     * @param plan as it was typed, with its {@code sets}
     * @param twin whether the second arm is a standalone one, too
     * @param leaseCost share of a client's time that the leases of the second arm cost more than they do
     * @param lease operations in one lease of the cluster; 0 for automatic
     * @param precision half the width of the interval, as a share
     * @param maxTime no restart begins that would end later, if it takes as long as the last one
     * @param maxPercent the most that the cluster may cost; null for any
     */
    record Request(
            String plan,
            List<String> sets,
            boolean allowFiles,
            boolean twin,
            double leaseCost,
            String allowErase,
            String name,
            Path store,
            int lease,
            double precision,
            Duration maxTime,
            @Nullable Double maxPercent,
            long seed) {
        List<ArmSpec> arms() {
            return List.of(
                    new ArmSpec(STANDALONE, ArmSpec.Source.STANDALONE, 0, plan, sets, allowFiles),
                    new ArmSpec(
                            CLUSTER,
                            twin ? ArmSpec.Source.STANDALONE : ArmSpec.Source.CLUSTER,
                            1,
                            plan,
                            sets,
                            allowFiles,
                            leaseCost));
        }
    }

    private final Request request;
    private final Output output;
    private final RestartLoop loop;

    Interleaved(Request request, Output output) {
        this.request = request;
        this.output = output;
        loop = new RestartLoop(
                new RestartLoop.Request(
                        ComparisonRow.OVERHEAD,
                        request.arms(),
                        Overhead.leaseText(request.lease()),
                        request.precision(),
                        request.maxTime(),
                        RestartLoop.Request.share(request.maxTime()),
                        request.seed(),
                        request.allowErase(),
                        request.store()),
                output);
    }

    /** All restarts that were whole; their comparison is in the store. Null if there is none. */
    @Nullable
    InterleavedComparison measure() {
        output.note(head());
        List<Restart> restarts =
                loop.run(all -> compare(all).precise(request.precision()), all -> told(compare(all), all.getLast()));
        return restarts.isEmpty() ? null : end(compare(restarts));
    }

    private static InterleavedComparison compare(List<Restart> restarts) {
        return InterleavedComparison.of(restarts, STANDALONE, CLUSTER);
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

    private static String told(InterleavedComparison comparison, Restart last) {
        Interval ratio = comparison.ratio("throughput");
        double own = compare(List.of(last)).ratio("throughput").estimate();
        String soFar = ratio.bounded()
                ? String.format(
                        Locale.ROOT,
                        "; so far %.4f (%.4f to %.4f), known to %s %%",
                        ratio.estimate(),
                        ratio.low(),
                        ratio.high(),
                        percent(comparison.halfWidth()))
                : "";
        return String.format(Locale.ROOT, "cluster / standalone %.4f%s", own, soFar);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2g", 100 * share);
    }

    private InterleavedComparison end(InterleavedComparison comparison) {
        InterleavedVerdict verdict = verdict(comparison);
        loop.end(verdict.text(), verdict.decided());
        Instant now = Instant.now();
        long endedNs = now.getEpochSecond() * 1_000_000_000 + now.getNano();
        try (Store store = Store.open(request.store())) {
            long id = new OverheadRecords(store.database())
                    .begin(new OverheadRow(
                            endedNs,
                            request.name(),
                            request.lease(),
                            1,
                            request.seed(),
                            endedNs - loop.elapsedNs(),
                            request.maxPercent(),
                            loop.id()));
            new OverheadRecords(store.database()).end(verdict.end(id, comparison));
        }
        return comparison;
    }

    InterleavedVerdict verdict(InterleavedComparison comparison) {
        InterleavedVerdict verdict = InterleavedVerdict.of(comparison, request.precision(), request.maxPercent());
        return loop.failed().isEmpty() ? verdict : verdict.failed(loop.failed());
    }

    /** Throws if an arm ended before its time. */
    void requireWhole() {
        loop.requireWhole();
    }

    /** Of the comparison in the store. */
    long id() {
        return loop.id();
    }

    long elapsedNs() {
        return loop.elapsedNs();
    }

    /** Ends what runs with what it measured. Any thread. */
    void cancel() {
        loop.cancel();
    }

    boolean cancelled() {
        return loop.cancelled();
    }
}
