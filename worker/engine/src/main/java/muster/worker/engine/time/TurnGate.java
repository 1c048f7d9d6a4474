package muster.worker.engine.time;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Lets the arms of an interleaved comparison take turns in one process (docs/semantics.md rule 24). While it is closed the clients of its
 * engines start nothing, nothing is handed over, and from {@link #rest} on their clocks stand still: seconds, and with them
 * snapshots, are of active time. One thread opens and closes it.
 */
public final class TurnGate {
    private final long offsetNs = wallNs() - System.nanoTime();
    private final List<TurnTaker> takers = new CopyOnWriteArrayList<>();
    private volatile boolean closed;
    private volatile boolean reporting = true;
    private volatile long restedNs;
    private long restingSinceNs;

    /** An engine that takes turns. */
    public interface TurnTaker {
        /** Clients look at the gate again. */
        void wake();

        /** Whether no client is within an operation. */
        boolean quiet();

        /** Positions recorded since the start. */
        long completed();
    }

    public void attach(TurnTaker taker) {
        takers.add(taker);
    }

    public void detach(TurnTaker taker) {
        takers.remove(taker);
    }

    /** Clients start nothing more, and nothing more is handed over; operations in flight go on. */
    public void close() {
        reporting = false;
        closed = true;
    }

    /** From now on, until it is opened, no time passes; to be called once all is {@link #quiet}. */
    public void rest() {
        restingSinceNs = System.nanoTime();
    }

    /** Clients go on; what they record is handed over once {@link #report} allows it. */
    public void open() {
        long before = restedNs;
        restedNs = before + System.nanoTime() - restingSinceNs;
        closed = false;
        takers.forEach(TurnTaker::wake);
    }

    /** Whether what was recorded may be handed over now, so that its cost falls into the measured part of a turn. */
    public void report(boolean allowed) {
        reporting = allowed;
    }

    public boolean quiet() {
        return takers.stream().allMatch(TurnTaker::quiet);
    }

    public long completed() {
        return takers.stream().mapToLong(TurnTaker::completed).sum();
    }

    public boolean closed() {
        return closed;
    }

    public boolean reporting() {
        return reporting;
    }

    /** Unix time without all rests: what the coordinator's clock shows in snapshots of this arm, about. */
    public long activeNs() {
        long nowNs = System.nanoTime();
        return offsetNs + nowNs - restedNs - (closed ? nowNs - restingSinceNs : 0);
    }

    private static long wallNs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    /** All rests that have ended. */
    long restedNs() {
        return restedNs;
    }
}
