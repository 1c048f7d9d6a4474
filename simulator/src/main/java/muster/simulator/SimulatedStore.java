package muster.simulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.Action.Write;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.InterruptedRun;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.Submission;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.PhaseRow;
import muster.model.PhaseState;
import muster.model.SnapshotKey;
import muster.model.StreamIndex;
import muster.model.UnfinishedRun;
import muster.model.WorkerRow;
import muster.protocol.RunResult;

/** The disk: writes become durable one after another, and are answered a little later. A crash loses what waits. */
final class SimulatedStore {
    private static final int LARGEST_BATCH = 64;
    private static final long FULL_AGAIN_NS = 500 * Faults.MS;
    /** What each second shows to those who ask. */
    private static final PhaseFigures.OperationFigures ONE_ERROR =
            new PhaseFigures.OperationFigures("", "response", 0, 1, 1, 1, 0, 0, 0, percentile -> -1);

    private final Timeline time;
    private final Ledger ledger;
    private final long diskNs;
    private final Predicate<Write> fills;
    private final Deque<Write> waiting = new ArrayDeque<>();
    private final Map<Long, Action.CloseRun> closed = new TreeMap<>();
    private final Map<PhaseAt, Kept> phases = new LinkedHashMap<>();
    private long begunBy;
    private long resumed;
    private final Set<Long> epochs = new HashSet<>();
    private Consumer<Event> answers = event -> {};
    private long incarnation;
    private long stalledUntilNs;
    private long fullUntilNs;
    private long runs;
    private boolean writing;
    private boolean full;

    /**
     * Starts empty.
     *
     * @param fills whether the disk is found full at this write; asked once for each
     */
    SimulatedStore(Timeline time, Ledger ledger, long diskNs, Predicate<Write> fills) {
        this.time = time;
        this.ledger = ledger;
        this.diskNs = diskNs;
        this.fills = fills;
    }

    /** What is durable of a phase. */
    private static final class Kept {
        PhaseRow row;
        final Map<Integer, Long> reserved = new HashMap<>();
        long lastCompletionNs;
        boolean finished;
        boolean abandoned;
        final Map<Long, WorkerRow> workers = new LinkedHashMap<>();
        final Map<Long, List<IndexRange>> leftBehind = new LinkedHashMap<>();

        Kept(PhaseRow row) {
            this.row = row;
        }
    }

    /** A coordinator begins to use it; one before it may have left things on their way: they are gone. */
    void open(Consumer<Event> to) {
        incarnation++;
        waiting.clear();
        writing = false;
        full = false;
        answers = to;
    }

    /** Nothing can be written for a while. */
    void fill(long forNs) {
        fullUntilNs = time.nowNs() + forNs;
    }

    void stall(long forNs) {
        stalledUntilNs = Math.max(stalledUntilNs, time.nowNs() + forNs);
    }

    void add(Write write) {
        waiting.add(write);
        next();
    }

    private void next() {
        if (!writing && !waiting.isEmpty()) {
            writing = true;
            long mine = incarnation;
            time.at(Math.max(stalledUntilNs, time.nowNs() + diskNs), () -> write(mine));
        }
    }

    /** Between the moment of being durable and the answer, the coordinator may die. */
    private void write(long mine) {
        if (mine != incarnation) {
            return;
        }
        if (!full && (fills.test(waiting.element()) || time.nowNs() < fullUntilNs)) {
            full = true;
            answers.accept(new Event.StoreFull("no space"));
        }
        if (full && time.nowNs() < fullUntilNs) {
            time.in(FULL_AGAIN_NS, () -> write(mine));
        } else {
            Event answer = waiting.peek() instanceof Action.Commit ? commits() : durable(waiting.remove());
            time.in(diskNs / 10, () -> answer(mine, answer));
        }
    }

    /** Commits that wait together are one transaction. */
    private Event commits() {
        List<SnapshotKey> keys = new ArrayList<>();
        while (keys.size() < LARGEST_BATCH && waiting.peek() instanceof Action.Commit commit) {
            waiting.remove();
            durable(commit);
            keys.add(commit.key());
        }
        return new Event.Committed(keys);
    }

    private void answer(long mine, Event answer) {
        if (mine == incarnation) {
            writing = false;
            if (!(answer instanceof Event.Tick)) {
                answers.accept(answer);
            }
            if (full && mine == incarnation) {
                full = false;
                answers.accept(new Event.StoreWrites());
            }
            next();
        }
    }

    private Event durable(Write write) {
        return switch (write) {
            case Action.BeginRun begin -> {
                begunBy = epochs.stream().mapToLong(Long::longValue).max().orElseThrow();
                yield new Event.RunBegun(begin.request(), ++runs);
            }
            case Action.ResumeRun resume -> {
                resumed++;
                ledger.durable(resume);
                begunBy = Math.min(begunBy, resume.epoch());
                yield new Event.Tick();
            }
            case Action.GiveUp giveUp -> {
                begunBy = UnfinishedRun.GIVEN_UP;
                ledger.durable(giveUp);
                yield new Event.Tick();
            }
            case Action.Abandon abandon -> {
                phases.entrySet().stream()
                        .filter(phase -> phase.getKey().step() == abandon.step()
                                && phase.getKey().trial() == abandon.trial())
                        .forEach(phase -> phase.getValue().abandoned = true);
                yield new Event.Tick();
            }
            case Action.LeftBehind left -> {
                kept(left.at()).leftBehind.put(left.session(), left.lost());
                ledger.durable(left);
                yield new Event.Departed(left.at());
            }
            case Action.WritePhase phase -> {
                phases.computeIfAbsent(phase.row().at(), at -> new Kept(phase.row())).row = phase.row();
                ledger.durable(phase);
                yield new Event.PhaseWritten(phase.row().at(), phase.row().startNs());
            }
            case Action.WriteWorker worker -> {
                kept(worker.row().at()).workers.put(worker.row().session(), worker.row());
                ledger.durable(worker);
                yield worker.row().leftNs() > 0
                        ? new Event.Departed(worker.row().at())
                        : new Event.Enrolled(worker.row().at(), worker.row().session());
            }
            case Action.Reserve reserve -> {
                kept(reserve.at()).reserved.put(StreamIndex.stream(reserve.mark()), reserve.mark());
                ledger.durable(reserve);
                yield new Event.Reserved(reserve.at(), reserve.mark());
            }
            case Action.Commit commit -> {
                Kept kept = kept(commit.key().at());
                kept.lastCompletionNs = Math.max(
                        kept.lastCompletionNs,
                        commit.report().figures().window().lastCompletionNs());
                ledger.durable(commit);
                yield new Event.Tick();
            }
            case Action.ReadSecond second ->
                new Event.SecondRead(second.at(), second.unixSecond(), new PhaseFigures(1, 1, List.of(ONE_ERROR)));
            case Action.ClosePhase close -> {
                ledger.closed(close);
                kept(close.end().at()).finished = true;
                yield new Event.PhaseClosed(
                        close.end().at(), figures(kept(close.end().at()).row));
            }
            case Action.CloseRun close -> {
                closed.put(close.end().runId(), close);
                yield new Event.RunClosed(close.end().runId(), RunResult.getDefaultInstance());
            }
            default -> new Event.Tick();
        };
    }

    /** One operation of each load that has completed any. */
    private PhaseFigures figures(PhaseRow phase) {
        Set<Integer> covered = streamsCovered(phase.at());
        Map<String, PhaseFigures> streams = new HashMap<>();
        phase.streams()
                .forEach(stream -> streams.put(
                        stream.name(), new PhaseFigures(covered.contains(stream.number()) ? 1 : 0, 0, List.of())));
        PhaseFigures all = new PhaseFigures(covered.isEmpty() ? 0 : 1, 0, List.of());
        return all.with(streams);
    }

    private Kept kept(PhaseAt at) {
        Kept kept = phases.get(at);
        if (kept == null) {
            throw new Violation("something of phase " + at + " is written before the phase");
        }
        return kept;
    }

    /** Whether there is a run that nobody has ended. */
    boolean interrupted() {
        return runs > 0 && closed.isEmpty();
    }

    /** What a coordinator that begins now finds. */
    Event.Interrupted interrupted(Submission submission, RunScript script) {
        if (!interrupted()) {
            return new Event.Interrupted(Set.copyOf(epochs), List.of());
        }
        List<UnfinishedRun.Phase> begun = phases.entrySet().stream()
                .map(phase -> phase(phase.getKey(), phase.getValue()))
                .toList();
        return new Event.Interrupted(
                Set.copyOf(epochs), List.of(new InterruptedRun(runs, begunBy, submission, script, begun, List.of())));
    }

    private UnfinishedRun.Phase phase(PhaseAt at, Kept kept) {
        List<UnfinishedRun.Part> parts = kept.workers.values().stream()
                .map(row -> new UnfinishedRun.Part(
                        row.session(),
                        row.worker(),
                        row.clients(),
                        row.offsetNs(),
                        row.offsetErrorNs(),
                        row.joinedNs(),
                        row.leftNs() > 0 || kept.leftBehind.containsKey(row.session()),
                        kept.leftBehind.getOrDefault(row.session(), row.lost())))
                .toList();
        PhaseState state = new PhaseState(at, Map.copyOf(kept.reserved), ledger.covered(at), ledger.committed(at));
        return new UnfinishedRun.Phase(
                state,
                kept.abandoned,
                kept.finished,
                kept.row.startNs(),
                kept.row.endNs(),
                kept.lastCompletionNs,
                parts);
    }

    /** Whether nothing is covered of a load of a measure phase that has ended, whose trial stands. */
    boolean hasEmptyMeasurement() {
        return phases.entrySet().stream()
                .filter(phase -> phase.getValue().row.kind().equals("measure"))
                .anyMatch(phase ->
                        phase.getValue().finished && !phase.getValue().abandoned && hasEmptyLoad(phase.getValue().row));
    }

    private boolean hasEmptyLoad(PhaseRow phase) {
        Set<Integer> covered = streamsCovered(phase.at());
        return phase.streams().stream().anyMatch(stream -> !covered.contains(stream.number()));
    }

    private Set<Integer> streamsCovered(PhaseAt at) {
        return ledger.covered(at).stream()
                .map(range -> StreamIndex.stream(range.first()))
                .collect(Collectors.toSet());
    }

    /** How often the run went on. */
    long resumed() {
        return resumed;
    }

    /** A coordinator begins with this number. */
    void incarnation(long epoch) {
        epochs.add(epoch);
    }

    /** Whether the run is written, so that another coordinator can know of it. */
    boolean begun() {
        return runs > 0;
    }

    Map<Long, Action.CloseRun> closed() {
        return closed;
    }
}
