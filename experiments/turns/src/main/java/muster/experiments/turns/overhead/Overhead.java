package muster.experiments.turns.overhead;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.cli.terminal.Terminal;
import muster.coordinator.core.event.ExitCode;
import muster.statistics.OverheadVerdict;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.store.table.CheckLines;
import muster.text.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * Rounds of one standalone run and one cluster run for each lease size, in a random order, each in a fresh process. All
 * of them write into one file, one after another; between them this process writes which run belongs to which pair.
 */
final class Overhead {
    /** Ended well, thresholds missed, or found invalid: its figures are there. */
    private static final Set<ExitCode> MEASURED =
            EnumSet.of(ExitCode.OK, ExitCode.THRESHOLD_MISSED, ExitCode.INVALID_RUN);

    /**
     * What is to be compared.
     *
     * @param plan as it was typed
     * @param leases of the cluster; 0 for automatic
     */
    record Request(
            String plan,
            String name,
            List<String> sets,
            Path store,
            int pairs,
            int workers,
            List<Integer> leases,
            @Nullable Double maxPercent,
            long seed,
            String mayErase,
            boolean allowFiles) {
        boolean curve() {
            return leases.size() > 1;
        }
    }

    /** One of the runs of a round. */
    record Side(boolean cluster, int lease) {
        static final Side STANDALONE = new Side(false, 0);

        String name() {
            return cluster ? "cluster" : "standalone";
        }

        String label(boolean curve) {
            return cluster && curve ? "cluster lease " + leaseText(lease) : name();
        }
    }

    private final Request request;
    private final Output output;
    private final Random random;
    private final List<Map<Side, RunFigures>> rounds = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();
    private final Map<Integer, Long> ids = new LinkedHashMap<>();
    private List<Side> order;
    private volatile boolean cancelled;
    private volatile @Nullable OverheadChild running;

    Overhead(Request request, Output output) {
        this.request = request;
        this.output = output;
        this.random = new Random(request.seed());
        this.order = List.of(Side.STANDALONE);
    }

    static String leaseText(int lease) {
        return lease == 0 ? "auto" : String.valueOf(lease);
    }

    /** All pairs, or those that were whole when it was cancelled; one comparison for each lease size. */
    List<OverheadComparison> measure() {
        begin();
        output.note(head());
        for (int pair = 0; pair <= request.pairs() && !cancelled; pair++) {
            round(pair);
        }
        return rounds.isEmpty() ? List.of() : compare();
    }

    private String head() {
        return String.format(
                Locale.ROOT,
                "%s: %d %s after one that warms up, seed %d, results go to %s%s",
                request.name(),
                request.pairs(),
                request.pairs() == 1 ? "pair" : "pairs",
                request.seed(),
                request.store(),
                request.pairs() < OverheadVerdict.MIN_PAIRS
                        ? "; fewer than " + OverheadVerdict.MIN_PAIRS + " pairs decide nothing"
                        : "");
    }

    private void begin() {
        Instant now = Instant.now();
        long startedNs = now.getEpochSecond() * 1_000_000_000 + now.getNano();
        try (Store store = Store.open(request.store())) {
            for (int lease : request.leases()) {
                OverheadRow row = new OverheadRow(
                        startedNs,
                        request.name(),
                        lease,
                        request.workers(),
                        request.seed(),
                        startedNs,
                        request.maxPercent(),
                        null);
                ids.put(lease, new OverheadRecords(store.database()).begin(row));
            }
        }
    }

    /** Random, and in every second round the reverse of the one before: what drifts meets all sides alike. */
    private List<Side> order(int pair) {
        if (pair > 0 && pair % 2 == 0) {
            return order.reversed();
        }
        order = new ArrayList<>(List.of(Side.STANDALONE));
        request.leases().forEach(lease -> order.add(new Side(true, lease)));
        Collections.shuffle(order, random);
        return order;
    }

    private void round(int pair) {
        List<Side> sides = order(pair);
        Map<Side, RunFigures> figures = new LinkedHashMap<>();
        for (int i = 0; i < sides.size() && !cancelled; i++) {
            OverheadChild.Ended ended = run(sides.get(i), pair);
            if (!cancelled) {
                figures.put(sides.get(i), measured(sides.get(i), pair, i + 1, ended));
            }
        }
        if (!cancelled) {
            tell(pair, figures);
            if (pair > 0) {
                rounds.add(figures);
            }
        }
    }

    private OverheadChild.Ended run(Side side, int pair) {
        String label = side.label(request.curve());
        if (Terminal.errors()) {
            output.err().print("\r\u001b[K" + pairText(pair) + ": " + label + " runs");
            output.err().flush();
        }
        OverheadChild child = OverheadChild.start(request, side, "overhead " + label + " " + pair);
        running = child;
        if (cancelled) {
            child.stop();
        }
        return child.await();
    }

    private RunFigures measured(Side side, int pair, int position, OverheadChild.Ended ended) {
        String name = "run " + ended.runId() + " (overhead " + side.label(request.curve()) + " " + pair + ")";
        if (!MEASURED.contains(ExitCode.of(ended.exitCode()))) {
            throw Failure.passedOn(
                    ended.exitCode(), name + " ended with exit code " + ended.exitCode() + ": " + ended.message());
        }
        try (Store store = Store.open(request.store())) {
            new OverheadRecords(store.database()).runs(rows(side, pair, position, ended.runId()));
        }
        try (Query query = Query.open(request.store())) {
            RunFigures figures = RunFigures.read(query, ended.runId());
            if (ended.exitCode() == ExitCode.INVALID_RUN.code()) {
                doubts.add(name + " was found INVALID: " + CheckLines.reasons(query::table, ended.runId()));
            }
            return figures;
        }
    }

    private List<OverheadRunRow> rows(Side side, int pair, int position, long runId) {
        return ids.entrySet().stream()
                .filter(id -> !side.cluster() || id.getKey() == side.lease())
                .map(id -> new OverheadRunRow(id.getValue(), pair, side.name(), position, runId))
                .toList();
    }

    private void tell(int pair, Map<Side, RunFigures> figures) {
        List<String> parts = new ArrayList<>();
        figures.forEach(
                (side, run) -> parts.add(side.label(request.curve()) + " " + Quantity.rate(run.throughputPerS())));
        String clear = Terminal.errors() ? "\r\u001b[K" : "";
        output.note(clear + pairText(pair) + ": " + String.join(", ", parts));
    }

    private String pairText(int pair) {
        return pair == 0 ? "warm-up pair" : "pair " + pair + " of " + request.pairs();
    }

    private List<OverheadComparison> compare() {
        List<OverheadComparison> comparisons = new ArrayList<>();
        for (int lease : request.leases()) {
            Side side = new Side(true, lease);
            comparisons.add(OverheadComparison.of(
                    lease,
                    rounds.stream().map(round -> round.get(Side.STANDALONE)).toList(),
                    rounds.stream().map(round -> round.get(side)).toList(),
                    request.maxPercent()));
        }
        try (Store store = Store.open(request.store())) {
            comparisons.forEach(comparison ->
                    new OverheadRecords(store.database()).end(comparison.end(ids.get(comparison.lease()))));
        }
        return comparisons;
    }

    /** Ends what runs with what it measured; pairs that are whole are kept. Any thread. */
    void cancel() {
        cancelled = true;
        OverheadChild child = running;
        if (child != null) {
            child.stop();
        }
    }

    boolean cancelled() {
        return cancelled;
    }

    /** Runs that are in the figures though their generator could not be trusted, one line each. */
    List<String> doubts() {
        return doubts;
    }
}
