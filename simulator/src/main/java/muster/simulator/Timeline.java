package muster.simulator;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Simulated time: what is due happens in the order of its time, and of what is due together the oldest first. */
final class Timeline {
    /** Where each history begins. */
    static final long BEGIN_NS = 1_000_000_000_000L;

    private final PriorityQueue<Due> queue =
            new PriorityQueue<>(Comparator.comparingLong(Due::atNs).thenComparingLong(Due::order));
    private long nowNs = BEGIN_NS;
    private long order;
    private long happened;

    private record Due(long atNs, long order, Runnable what) {}

    void at(long atNs, Runnable what) {
        queue.add(new Due(Math.max(atNs, nowNs), order++, what));
    }

    void in(long delayNs, Runnable what) {
        at(nowNs + delayNs, what);
    }

    /** The next thing happens; false if nothing ever will. */
    boolean step() {
        Due due = queue.poll();
        if (due == null) {
            return false;
        }
        nowNs = due.atNs();
        happened++;
        due.what().run();
        return true;
    }

    long nowNs() {
        return nowNs;
    }

    /** A promise that is broken now. */
    Violation violation(String text) {
        return new Violation(text + " (at " + nowNs / 1_000_000 + " ms)");
    }

    long happened() {
        return happened;
    }
}
