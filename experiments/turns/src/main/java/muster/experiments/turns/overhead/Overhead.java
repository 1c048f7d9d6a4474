package muster.experiments.turns.overhead;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import muster.cli.run.DatabasePermissions;
import muster.cli.terminal.Output;
import muster.experiments.turns.ArmSpec;
import muster.experiments.turns.ArmSpec.Clients;
import muster.experiments.turns.ComparisonRow;
import muster.experiments.turns.InterleavedComparison;
import muster.experiments.turns.Restart;
import muster.experiments.turns.RestartLoop;
import muster.statistics.Interval;
import muster.store.file.Store;
import org.jspecify.annotations.Nullable;

/** Standalone and clusters take turns until the ratios of their throughputs are known as precisely as was asked, or the time is up. */
final class Overhead {
    static final String STANDALONE = "standalone";
    private static final String CLUSTER = "cluster";

    /**
     * What is to be compared.
     *
     * @param plan as it was typed, with its {@code sets}
     * @param others clients of the other side: clusters, or a twin of standalone; the last is judged
     * @param precision half the width of the interval, as a share
     * @param maxTime no restart begins that would end later, if it takes as long as the last one
     */
    record Request(
            String plan,
            List<String> sets,
            boolean allowFiles,
            List<Clients> others,
            DatabasePermissions permissions,
            String name,
            Path store,
            double precision,
            Duration maxTime,
            long seed) {
        List<ArmSpec> arms() {
            List<ArmSpec> arms = new ArrayList<>();
            arms.add(new ArmSpec(STANDALONE, Clients.STANDALONE, 0, plan, sets, allowFiles));
            others.forEach(
                    clients -> arms.add(new ArmSpec(name(clients), clients, arms.size(), plan, sets, allowFiles)));
            return arms;
        }

        private String name(Clients clients) {
            return curve() ? CLUSTER + " lease " + clients.leaseText() : CLUSTER;
        }

        boolean curve() {
            return others.size() > 1;
        }

        Clients judged() {
            return others.getLast();
        }
    }

    private final Request request;
    private final Output output;
    private final RestartLoop loop;

    Overhead(Request request, Output output) {
        this.request = request;
        this.output = output;
        loop = new RestartLoop(
                new RestartLoop.Request(
                        ComparisonRow.OVERHEAD,
                        request.arms(),
                        request.precision(),
                        request.maxTime(),
                        RestartLoop.Request.share(request.maxTime()),
                        RestartLoop.Request.SHORT_TURN,
                        request.seed(),
                        request.permissions(),
                        request.store()),
                output);
    }

    /** Of all restarts that were whole, each cluster with standalone; none without one. */
    List<InterleavedComparison> measure() {
        output.note(head());
        List<Restart> restarts = loop.run(
                all -> compare(all).stream().allMatch(one -> one.precise(request.precision())),
                all -> told(compare(all), all.getLast()));
        return restarts.isEmpty() ? List.of() : compare(restarts);
    }

    private List<InterleavedComparison> compare(List<Restart> restarts) {
        return RestartLoop.comparisons(request.arms(), restarts);
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

    private String told(List<InterleavedComparison> comparisons, Restart last) {
        InterleavedComparison judged = comparisons.getLast();
        Interval ratio = judged.ratio("throughput");
        double own = compare(List.of(last)).getLast().ratio("throughput").estimate();
        String soFar = ratio.bounded()
                ? String.format(
                        Locale.ROOT,
                        "; so far %.4f (%.4f to %.4f), known to %s %%",
                        ratio.estimate(),
                        ratio.low(),
                        ratio.high(),
                        percent(judged.halfWidth()))
                : "";
        return String.format(Locale.ROOT, "%s / standalone %.4f%s", judged.arm(), own, soFar);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2g", 100 * share);
    }

    /** Writes what each cluster came to; those of one curve share their standalone arm, and have the same series. */
    void end(List<InterleavedComparison> comparisons, List<OverheadVerdict> verdicts) {
        loop.end(verdicts.getLast().text(), verdicts.getLast().decided());
        Instant now = Instant.now();
        long endedNs = now.getEpochSecond() * 1_000_000_000 + now.getNano();
        try (Store store = Store.open(request.store())) {
            OverheadRecords records = new OverheadRecords(store.database());
            for (int i = 0; i < comparisons.size(); i++) {
                Clients clients = request.others().get(i);
                OverheadVerdict verdict = verdicts.get(i);
                long id = records.begin(new OverheadRow(
                        endedNs,
                        request.name(),
                        clients.lease(),
                        clients.workers(),
                        request.seed(),
                        endedNs - loop.elapsedNs(),
                        verdict.maxPercent(),
                        loop.id()));
                records.end(verdict.end(id, comparisons.get(i)));
            }
        }
    }

    OverheadVerdict verdict(InterleavedComparison comparison, @Nullable Double maxPercent) {
        OverheadVerdict verdict = OverheadVerdict.of(comparison, request.precision(), maxPercent);
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
