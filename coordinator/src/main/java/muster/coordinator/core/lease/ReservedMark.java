package muster.coordinator.core.lease;

import java.util.Arrays;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.membership.Outbox;
import muster.store.file.row.PhaseAt;

/**
 * Up to where indexes may be granted: the mark that the store has made durable (docs/semantics.md rule 16). It runs
 * about half a second of grants ahead of them, so that they do not wait for the disk; indexes below it may count as
 * executed after a restart, so it is set back as soon as it is seen to be too far (decision 0108).
 */
final class ReservedMark {
    /** Of the first second, when it is not known how much is granted in a second. */
    private static final long FIRST = 1L << 14;

    private static final long MIN_BLOCKS_AHEAD = 16;
    private static final long WINDOW_NS = 250_000_000;
    private static final int WINDOWS = 4;

    private final PhaseAt at;
    private final int block;
    private final long limit;
    private final Outbox outbox;
    private long durable;
    /** The mark that the store has, or is to have. */
    private long requested;

    private boolean unanswered;
    /** How much was granted in each of the last windows in which anything was. */
    private final long[] granted = new long[WINDOWS];

    private int seen;
    private long windowNs = Long.MAX_VALUE;
    private long windowFrontier;

    ReservedMark(PhaseAt at, int block, long limit, Outbox outbox) {
        this.at = at;
        this.block = block;
        this.limit = limit;
        this.outbox = outbox;
        this.durable = wholeBlocks(FIRST);
        this.requested = durable;
    }

    /** Nothing that is granted is executed before the start of the phase is durable, and this mark is so before it. */
    void open() {
        request(durable);
    }

    void started(long frontier, long nowNs) {
        windowNs = nowNs;
        windowFrontier = frontier;
    }

    /**
     * What an earlier incarnation has made durable. No lease has ended within a block, wherever that mark is.
     *
     * @param perWindow how much was granted in the time of a window so far
     */
    void resume(long reserved, long perWindow) {
        durable = wholeBlocks(reserved);
        requested = durable;
        Arrays.fill(granted, perWindow);
        seen = WINDOWS;
    }

    static long perWindow(long indexes, long inNs) {
        return (long) ((double) indexes * WINDOW_NS / Math.max(WINDOW_NS, inNs));
    }

    /** Grants end here. */
    long ceiling() {
        return Math.min(durable, requested);
    }

    /** The store has the mark that it was given last. */
    void reserved(long mark) {
        durable = mark;
        unanswered = false;
    }

    /** Moves the mark if it is too near to the indexes that were granted, or too far from them. */
    void follow(long frontier, long nowNs) {
        note(frontier, nowNs);
        long ahead = ahead(frontier);
        boolean near = frontier > requested - ahead / 2 && requested < limit;
        boolean far = seen >= WINDOWS && frontier < requested - 2 * ahead;
        if (!unanswered && (near || far)) {
            request(wholeBlocks(frontier + ahead));
        }
    }

    /** One after another: what is granted while two are on their way could lie above the first. */
    private void request(long mark) {
        requested = mark;
        unanswered = true;
        outbox.add(new Action.Reserve(at, mark));
    }

    private void note(long frontier, long nowNs) {
        if (nowNs - windowNs >= WINDOW_NS) {
            if (frontier > windowFrontier) {
                granted[seen++ % WINDOWS] = frontier - windowFrontier;
            }
            started(frontier, nowNs);
        }
    }

    /** Half of what was granted in the last second in which anything was, and no less than in any of its windows. */
    private long ahead(long frontier) {
        long most = Math.max(seen < WINDOWS ? FIRST : MIN_BLOCKS_AHEAD * block, frontier - windowFrontier);
        long sum = 0;
        for (long one : granted) {
            most = Math.max(most, one);
            sum += one;
        }
        return Math.max(most, sum / 2);
    }

    private long wholeBlocks(long mark) {
        return Math.ceilDiv(mark, block) * block;
    }
}
