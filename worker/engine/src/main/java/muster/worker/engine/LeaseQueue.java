package muster.worker.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The leases in the order of their offers. Clients claim blocks from the first that has any, without a lock; appending
 * and closing are serialised by the engine.
 */
final class LeaseQueue {
    private static final VarHandle HEAD = head(MethodHandles.lookup());

    private final int actions;
    private final AtomicLong usedUp = new AtomicLong();
    private volatile Piece head = new Piece(new Remainder(new LeaseGrant(-1, 0, 0, 1, 0), 0, 0, 0), 0, 0, false);
    private Piece tail = head;
    /** Blocks that were ever queued; the difference to a piece's own count is what stands behind its beginning. */
    private volatile long queued;

    LeaseQueue(int actionsPerTransaction) {
        actions = actionsPerTransaction;
    }

    private static VarHandle head(MethodHandles.Lookup lookup) {
        try {
            return lookup.findVarHandle(LeaseQueue.class, "head", Piece.class);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    /**
     * Fills an empty slot with up to so many blocks, and with no more than one client's part of all that are queued;
     * false if there are none or the client was stopped.
     */
    boolean claim(Slot slot, int blocks, int clients) {
        if (!slot.fill()) {
            return false;
        }
        for (Piece piece = head; ; piece = head) {
            int most = blocks == 1 ? 1 : part(piece, blocks, clients);
            long from = piece.claim(most);
            if (from >= 0) {
                slot.filled(claimed(piece, from, most));
                return true;
            }
            Piece next = piece.next;
            if (next == null) {
                slot.unfilled();
                return false;
            }
            HEAD.compareAndSet(this, piece, next);
        }
    }

    /** Pieces that were closed further back count as full: the part may be too large once, after leases were taken back. */
    private int part(Piece piece, int blocks, int clients) {
        long left = queued - piece.queuedBefore() - piece.started();
        return left >= (long) blocks * clients ? blocks : (int) Math.max(1, left / Math.max(1, clients));
    }

    /** What {@link Piece#claim} returned as {@code from}; whoever claims the last block counts the lease as used up. */
    Remainder claimed(Piece piece, long from, int blocks) {
        long end = Math.min(from + blocks, piece.end());
        if (end == piece.end()) {
            countUsedUp(piece);
        }
        return new Remainder(piece.grant(), from, end, piece.intendedNs());
    }

    private void countUsedUp(Piece piece) {
        if (piece.whole()) {
            usedUp.incrementAndGet();
        }
    }

    /** One more lease at the end; the caller holds the engine's lock. */
    Piece offer(LeaseGrant grant, long nowNs) {
        long blocks = (grant.count() + actions - 1) / actions;
        return append(new Remainder(grant, 0, blocks, grant.firstIntendedNs()), nowNs, true);
    }

    /** What a stopped client did not start goes to the end for others; the caller holds the engine's lock. */
    Piece giveBack(Remainder blocks, long nowNs) {
        return append(blocks, nowNs, false);
    }

    private Piece append(Remainder blocks, long nowNs, boolean whole) {
        long before = queued;
        Piece piece = new Piece(blocks, before, nowNs, whole);
        queued = before + blocks.end() - blocks.from();
        tail.next = piece;
        tail = piece;
        return piece;
    }

    /** For the open model, where the pacer claims from the pieces themselves and nobody else moves the head. */
    void skipUsedUp() {
        Piece first = head;
        Piece next = first.next;
        while (first.left() == 0 && next != null) {
            HEAD.compareAndSet(this, first, next);
            first = head;
            next = first.next;
        }
    }

    /** Takes back what is not claimed; the caller holds the engine's lock. */
    List<Remainder> close() {
        List<Remainder> remainders = new ArrayList<>();
        for (Piece piece = head; piece != null; piece = piece.next) {
            Remainder rest = piece.close();
            if (rest != null) {
                remainders.add(rest);
                countUsedUp(piece);
            }
        }
        return remainders;
    }

    boolean hasWork() {
        for (Piece piece = head; piece != null; piece = piece.next) {
            if (piece.left() > 0) {
                return true;
            }
        }
        return false;
    }

    /** Leases of which every block was claimed or taken back. */
    long usedUp() {
        return usedUp.get();
    }
}
