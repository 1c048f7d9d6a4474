package muster.coordinator.core.lease;

import java.util.Arrays;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.membership.Outbox;
import muster.model.PhaseAt;

/**
 * Up to where indexes may be granted: the mark that the store has made durable (docs/semantics.md rule 16). It runs a quarter second of
 * grants ahead of them, so that they do not wait for the disk; whatever lies below it may be taken for executed after a
 * restart, so it begins with a few operations a client and is set back as soon as it is seen to be too far (decision 0108).
 */
final class ReservedMark {
    /** Before the start: clients whose operations take a third of a millisecond do not wait for a disk that takes 5 ms. */
    private static final int FIRST_BLOCKS_OF_CLIENT = 16;

    private static final int MIN_BLOCKS_AHEAD = 16;
    /** Ahead of the first grants so that leases of a set size are not cut; larger ones may be. */
    private static final long MAX_FOR_LEASES = 1L << 14;

    private static final long WINDOW_NS = 250_000_000;
    private static final int WINDOWS = 4;
    /** A rate that was seen for less is too high by what was granted at once, and one seen for longer makes fast phases wait. */
    private static final long MIN_RATE_NS = 10_000_000;
    /** Before this the first operations of slow phases have not ended. */
    private static final long BACK_AFTER_NS = 100_000_000;

    private final PhaseAt at;
    private final int block;
    private final long first;
    private final long end;
    private final long firstAhead;
    private final long minAhead;
    private final Outbox outbox;
    private long durable;
    /** The mark that the store has, or is to have. */
    private long requested;

    private boolean unanswered;
    /** How much was granted in each of the last windows in which anything was. */
    private final long[] granted = new long[WINDOWS];

    private int seen;
    private boolean started;
    private long windowNs;
    private long windowFrontier;

    /**
     * Starts where a few operations of each client are.
     *
     * @param book of the stream whose indexes are reserved
     * @param clients of all members together
     * @param leaseSize the set size in indexes; 0 for leases of automatic size
     */
    ReservedMark(PhaseAt at, LeaseBook book, int clients, int leaseSize, Outbox outbox) {
        this.at = at;
        this.block = book.block();
        this.first = book.first();
        this.end = book.end();
        this.outbox = outbox;
        long leases = 2L * leaseSize;
        long most =
                Math.max((long) FIRST_BLOCKS_OF_CLIENT * clients * block, Math.min(leases * clients, MAX_FOR_LEASES));
        this.firstAhead = Math.ceilDiv(most, block) * block;
        this.minAhead = Math.max((long) Math.max(MIN_BLOCKS_AHEAD, clients) * block, Math.min(leases, MAX_FOR_LEASES));
        this.durable = first + firstAhead;
        this.requested = durable;
    }

    /** Nothing that is granted is executed before the start of the phase is durable, and this mark is so before it. */
    void open() {
        request(durable);
    }

    void started(long frontier, long nowNs) {
        started = true;
        window(frontier, nowNs);
    }

    private void window(long frontier, long nowNs) {
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
        long ahead = started ? ahead(frontier, nowNs) : firstAhead;
        boolean near = frontier > requested - ahead / 2 && requested < end;
        boolean far = mayGoBack(nowNs) && frontier < requested - 2 * ahead;
        if (!unanswered && (near || far)) {
            request(wholeBlocks(frontier + ahead));
        }
    }

    private boolean mayGoBack(long nowNs) {
        return started && (seen > 0 || nowNs - windowNs >= BACK_AFTER_NS);
    }

    /** One after another: what is granted while two are on their way could lie above the first. */
    private void request(long mark) {
        requested = mark;
        unanswered = true;
        outbox.add(new Action.Reserve(at, mark));
    }

    private void note(long frontier, long nowNs) {
        if (started && nowNs - windowNs >= WINDOW_NS) {
            if (frontier > windowFrontier) {
                granted[seen++ % WINDOWS] = frontier - windowFrontier;
            }
            window(frontier, nowNs);
        }
    }

    /** What is granted in a quarter second: the most of the last second in which anything was. */
    private long ahead(long frontier, long nowNs) {
        long most = Math.max(minAhead, seen > 0 ? frontier - windowFrontier : byRate(frontier, nowNs));
        for (long one : granted) {
            most = Math.max(most, one);
        }
        return most;
    }

    /** In the first quarter second, at the rate so far. */
    private long byRate(long frontier, long nowNs) {
        double windows = (double) WINDOW_NS / Math.max(MIN_RATE_NS, nowNs - windowNs);
        return (long) ((frontier - windowFrontier) * windows);
    }

    private long wholeBlocks(long mark) {
        return first + Math.ceilDiv(mark - first, block) * block;
    }
}
