package muster.simulator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import muster.coordinator.Action;
import muster.coordinator.Action.Write;
import muster.coordinator.Event;
import muster.coordinator.PhaseFigures;

/** The disk: writes become durable one after another, and are answered a little later. A crash loses what waits. */
final class SimulatedStore {
    private final Timeline time;
    private final Ledger ledger;
    private final long diskNs;
    private final Deque<Write> waiting = new ArrayDeque<>();
    private final Map<Long, Action.CloseRun> closed = new TreeMap<>();
    private Consumer<Event> answers = event -> {};
    private long incarnation;
    private long stalledUntilNs;
    private long runs;
    private boolean writing;

    SimulatedStore(Timeline time, Ledger ledger, long diskNs) {
        this.time = time;
        this.ledger = ledger;
        this.diskNs = diskNs;
    }

    /** A coordinator begins to use it; one before it may have left things on their way: they are gone. */
    void open(Consumer<Event> to) {
        incarnation++;
        waiting.clear();
        writing = false;
        answers = to;
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
        if (mine == incarnation) {
            Write write = waiting.remove();
            Event answer = durable(write);
            time.in(diskNs / 10, () -> answer(mine, answer));
        }
    }

    private void answer(long mine, Event answer) {
        if (mine == incarnation) {
            writing = false;
            if (!(answer instanceof Event.Tick)) {
                answers.accept(answer);
            }
            next();
        }
    }

    private Event durable(Write write) {
        return switch (write) {
            case Action.BeginRun begin -> new Event.RunBegun(begin.request(), ++runs);
            case Action.Reserve reserve -> new Event.Reserved(reserve.at(), reserve.mark());
            case Action.Commit commit -> {
                ledger.durable(commit);
                yield new Event.Committed(List.of(commit.key()));
            }
            case Action.ClosePhase close -> {
                ledger.closed(close);
                yield new Event.PhaseClosed(close.end().at(), new PhaseFigures(0, 0, List.of()));
            }
            case Action.CloseRun close -> {
                closed.put(close.end().runId(), close);
                yield new Event.RunClosed(close.end().runId(), "");
            }
            default -> new Event.Tick();
        };
    }

    Map<Long, Action.CloseRun> closed() {
        return closed;
    }
}
