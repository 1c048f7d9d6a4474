package muster.experiments.turns;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import muster.cli.run.DatabasePermissions;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Output;
import muster.cli.terminal.Terminal;
import muster.model.OutcomeCounts;
import muster.store.file.Store;
import muster.text.Quantity;
import muster.workloads.plan.PlanJson;
import org.jspecify.annotations.Nullable;

/**
 * Restarts of arms that take turns, until enough is known or the time is up. Each restart is stored when it has ended. What one loads
 * serves several (docs/decisions/0120-restarts-in-one-process.md).
 */
public final class RestartLoop {
    private static final int BLOCKS = 40;
    /** So that seven restarts, with their start and their warm-up, fit into the time: Student's quantile for fewer is much larger. */
    private static final int RESTARTS_IN_TIME = 13;

    /**
     * What takes turns, and for how long.
     *
     * @param kind of the comparison, as the store has it
     * @param arms the others are compared with the first
     * @param precision half the width of the interval, as a share
     * @param maxTime no restart begins that would end later, if it takes as long as the last one; the first is often the slowest
     * @param within how long one restart measures at most, and twice as long as it warms up
     * @param turn how long turns are at least
     */
    public record Request(
            String kind,
            List<ArmSpec> arms,
            double precision,
            Duration maxTime,
            Duration within,
            Duration turn,
            long seed,
            DatabasePermissions permissions,
            Path store) {
        /** So short that most disturbances meet all arms. */
        public static final Duration SHORT_TURN = TurnTimes.MIN;

        /** How long one restart of several may measure. */
        public static Duration share(Duration maxTime) {
            return maxTime.dividedBy(RESTARTS_IN_TIME);
        }
    }

    private final Request request;
    private final Output output;
    /** Of the first restart; each goes one further, so that in the end all arms were in all places. */
    private final int firstShift;

    private final List<Restart> restarts = new ArrayList<>();
    private LoadedRestarts loaded;
    private TurnTimes times;
    private final long startNs = System.nanoTime();
    private long id;
    private @Nullable Failure failure;
    private volatile boolean cancelled;
    private volatile @Nullable ArmsProcess running;
    /** How long the last restart took that loaded, and the last that did not; 0 for none. */
    private long loadedNs;

    private long sharedNs;

    public RestartLoop(Request request, Output output) {
        this.request = request;
        this.output = output;
        this.firstShift = new Random(request.seed()).nextInt(sharing());
        this.loaded = LoadedRestarts.of(request.arms());
        this.times = new TurnTimes(
                request.arms().stream().map(ArmSpec::name).toList(),
                request.turn().toNanos());
    }

    /**
     * All whole restarts but those that only warm up what later ones measure. One that an arm ended before its time is none, as its
     * turns may be those of a target that no longer answered: see {@link #requireWhole}. Throws if that left nothing.
     *
     * @param enough ends it
     * @param told what to say of the restarts so far, after each
     */
    public List<Restart> run(Predicate<List<Restart>> enough, Function<List<Restart>, String> told) {
        try {
            while (more() && !enough.test(restarts)) {
                if (restart()) {
                    output.note(clear() + "restart " + restarts.size() + " after " + elapsedNs() / 1_000_000_000
                            + " s: " + told.apply(restarts));
                }
            }
        } finally {
            end();
        }
        if (restarts.isEmpty()) {
            requireWhole();
            output.note(clear() + "interrupted before a restart was measured: no answer");
        }
        return restarts;
    }

    private ComparisonRow row() {
        Instant started = Instant.now().minusNanos(elapsedNs());
        return new ComparisonRow(
                request.kind(),
                request.seed(),
                started.getEpochSecond() * 1_000_000_000 + started.getNano(),
                request.precision(),
                request.arms().stream()
                        .map(arm -> new ComparisonRow.Arm(arm.name(), PlanJson.write(arm.read())))
                        .toList());
    }

    private boolean more() {
        return !cancelled
                && failure == null
                && (restarts.isEmpty()
                        || elapsedNs() + nextNs() <= request.maxTime().toNanos());
    }

    /** How long the next restart will take; one that shares what was loaded is the measured time and little more. */
    private long nextNs() {
        boolean loads = loaded.loads() || loaded.spent();
        return loads ? loadedNs : sharedNs > 0 ? sharedNs : request.within().toNanos();
    }

    private boolean restart() {
        long fromNs = System.nanoTime();
        loaded = loaded.spent() ? loaded.anew() : loaded;
        boolean loads = loaded.loads();
        boolean warmsUp = loaded.warmsUp();
        int shift = (firstShift + restarts.size()) % sharing();
        RestartSpec spec = new RestartSpec(loaded.next(), loaded.startsProcess(), shift, times.lengthNs());
        ArmsProcess process = process();
        loaded.begin();
        ArmsProcess.Ended ended = process.restart(spec, this::progress);
        long tookNs = System.nanoTime() - fromNs;
        loadedNs = loads ? tookNs : loadedNs;
        sharedNs = loads ? sharedNs : tookNs;
        failure = ended.failure();
        Restart restart = ended.restart();
        if (restart == null || failure != null) {
            return false;
        }
        boolean tooShort = times.tooShort(restart);
        times = times.after(restart, request.turn().toNanos());
        if (warmsUp) {
            output.note(clear() + "loaded and warmed up after " + elapsedNs() / 1_000_000_000 + " s: turns of "
                    + Quantity.duration((double) times.lengthNs()));
            return false;
        }
        if (tooShort) {
            output.note(clear() + "operations take longer than a part of a turn: turns of "
                    + Quantity.duration((double) times.lengthNs()) + " from now on, and this restart is not counted");
            return false;
        }
        restarts.add(restart);
        try (Store store = Store.open(request.store())) {
            if (restarts.size() == 1) {
                id = new ComparisonRecords(store.database()).begin(row());
            }
            new ComparisonRecords(store.database())
                    .restart(id, restarts.size(), restart.turns(), outcomes(restart), figures());
        }
        return true;
    }

    private ArmsProcess process() {
        ArmsProcess now = running;
        if (now != null && !loaded.startsProcess()) {
            return now;
        }
        end();
        ArmsProcess next = ArmsProcess.start(new ArmsProcess.Request(
                request.arms(), loaded.most(), BLOCKS, request.within(), request.permissions(), folder()));
        running = next;
        if (cancelled) {
            next.stop();
        }
        return next;
    }

    private void end() {
        ArmsProcess now = running;
        running = null;
        if (now != null) {
            now.close();
        }
    }

    private int sharing() {
        return ArmSpec.sharing(request.arms());
    }

    /** Of the arms that told them. */
    private static Map<String, OutcomeCounts> outcomes(Restart restart) {
        return restart.latencies().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, latency -> latency.getValue().counts()));
    }

    private List<ComparisonFigureRow> figures() {
        return comparisons(request.arms(), restarts).stream()
                .flatMap(comparison -> comparison.rows().stream())
                .toList();
    }

    /** Each arm but the first with the first. */
    public static List<InterleavedComparison> comparisons(List<ArmSpec> arms, List<Restart> restarts) {
        return arms.stream()
                .skip(1)
                .map(arm -> InterleavedComparison.of(restarts, arms.getFirst().name(), arm.name()))
                .toList();
    }

    private Path folder() {
        Path parent = request.store().toAbsolutePath().getParent();
        return parent == null ? Path.of("") : parent;
    }

    private void progress(String block) {
        if (Terminal.errors()) {
            output.err()
                    .print(String.format(
                            Locale.ROOT,
                            "%srestart %d, block %s, %d s",
                            clear(),
                            restarts.size() + 1,
                            block,
                            elapsedNs() / 1_000_000_000));
            output.err().flush();
        }
    }

    private static String clear() {
        return Terminal.errors() ? "\r\u001b[K" : "";
    }

    /** Writes what it came to; once it has run. */
    public void end(String verdict, boolean decided) {
        try (Store store = Store.open(request.store())) {
            new ComparisonRecords(store.database()).end(id, verdict, decided);
        }
    }

    /** Why an arm ended before its time, and what the rest of the sentence is of; "" if none did. */
    public String failed() {
        return failure == null
                ? ""
                : failure.getMessage()
                        + "; of the %d %s before it"
                                .formatted(restarts.size(), restarts.size() == 1 ? "restart" : "restarts");
    }

    /** Throws if an arm ended before its time: to be called once what was measured is told. */
    public void requireWhole() {
        if (failure != null) {
            throw failure;
        }
    }

    /** Its number in the store; once it has begun. */
    public long id() {
        return id;
    }

    public long elapsedNs() {
        return System.nanoTime() - startNs;
    }

    /** Ends what runs with what it measured. Any thread. */
    public void cancel() {
        cancelled = true;
        ArmsProcess process = running;
        if (process != null) {
            process.stop();
        }
    }

    public boolean cancelled() {
        return cancelled;
    }
}
