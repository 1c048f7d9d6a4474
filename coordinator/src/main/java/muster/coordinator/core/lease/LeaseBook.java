package muster.coordinator.core.lease;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import muster.model.IndexRange;
import muster.model.StreamIndex;
import org.jspecify.annotations.Nullable;

/**
 * Who holds which indexes of one stream. Every index is at all times in exactly one place: beyond the frontier (never
 * granted), open in one lease, returned (never started, to be granted again), lost (its worker is gone and may have
 * executed it), or covered.
 */
public final class LeaseBook {
    private final long first;
    private final long limit;
    private final int block;
    private final LeaseNumbers numbers;
    private final Map<Long, Grant> grants = new HashMap<>();
    private final IndexSet returned = new IndexSet();
    private final IndexSet lost = new IndexSet();
    private final IndexSet covered = new IndexSet();
    private final IndexSet grantedAgain = new IndexSet();
    private final IndexSet inDoubt = new IndexSet();
    /** Of these in doubt: a session lost them before. */
    private final IndexSet lostBefore = new IndexSet();

    private long frontier;
    /** How many indexes sessions have lost, each as often as it was lost. */
    private long losses;

    private boolean lostHeld;

    /**
     * Starts with no lease.
     *
     * @param first index of the stream
     * @param limit number of indexes of the stream, {@link Long#MAX_VALUE} if they never end
     * @param block indexes that are never split between leases (actionsPerTransaction)
     */
    public LeaseBook(long first, long limit, int block, LeaseNumbers numbers) {
        this.first = first;
        this.limit = limit;
        this.block = block;
        this.numbers = numbers;
        this.frontier = first;
    }

    /** Numbers of leases, which no two streams of a phase share. */
    public static final class LeaseNumbers {
        private long last;

        /** @param last leases are numbered from the next one */
        public LeaseNumbers(long last) {
            this.last = last;
        }

        private long next() {
            return ++last;
        }
    }

    /** The first index of the stream. */
    public long first() {
        return first;
    }

    /** Where the indexes end. */
    long end() {
        return first + Math.min(limit, StreamIndex.COUNT);
    }

    /** The index rounded up or down to where a block begins. */
    private long blockUp(long index) {
        return first + Math.ceilDiv(index - first, block) * block;
    }

    private long blockDown(long index) {
        return first + (index - first) / block * block;
    }

    /** Indexes that are never split between leases. */
    public int block() {
        return block;
    }

    /** Grants up to {@code size} indexes below {@code ceiling}, rounded up to whole blocks; null if there are none. */
    @Nullable
    public Grant grant(long session, long size, long ceiling, long nowNs) {
        long whole = Math.ceilDiv(Math.max(1, size), block) * block;
        IndexRange again = lostHeld ? null : lost.takeFirst(whole);
        if (again != null) {
            grantedAgain.add(again.first(), again.count());
            return add(session, again.first(), again.count(), 1, nowNs);
        }
        IndexRange back = returned.takeFirst(whole);
        if (back != null) {
            return add(session, back.first(), back.count(), 1, nowNs);
        }
        return grantNew(session, whole, ceiling, nowNs);
    }

    /** A ceiling below the end of the phase cuts no block: its first part would be one lease's, the rest another's. */
    private @Nullable Grant grantNew(long session, long size, long ceiling, long nowNs) {
        long end = ceiling < end() ? blockDown(ceiling) : end();
        long count = Math.min(size, end - frontier);
        if (count <= 0) {
            return null;
        }
        Grant grant = add(session, frontier, count, 1, nowNs);
        frontier += count;
        return grant;
    }

    /**
     * Open loop: grants the next {@code window} indexes interleaved, one lease a session; the frontier moves past them
     * all. Sessions beyond the number of blocks get none.
     */
    List<Grant> grantWindow(List<Long> sessions, long window, long nowNs) {
        long count = Math.min(window, end() - frontier);
        long blocks = Math.ceilDiv(count, block);
        List<Grant> granted = new ArrayList<>();
        for (int share = 0; share < sessions.size() && share < blocks; share++) {
            granted.add(add(
                    sessions.get(share),
                    frontier + (long) share * block,
                    shareOf(count, blocks, share, sessions.size()),
                    sessions.size(),
                    nowNs));
        }
        frontier += count;
        return granted;
    }

    private long shareOf(long count, long blocks, int share, int shares) {
        long own = Math.ceilDiv(blocks - share, shares);
        boolean last = (blocks - 1) % shares == share;
        long shortBy = last ? blocks * block - count : 0;
        return own * block - shortBy;
    }

    private Grant add(long session, long from, long count, long stride, long nowNs) {
        Grant grant = new Grant(numbers.next(), session, from, count, stride, block, nowNs);
        grants.put(grant.lease, grant);
        return grant;
    }

    /**
     * An earlier incarnation granted what it liked below {@code mark}: until {@link #settle} all of it that is not
     * covered is in doubt.
     *
     * @param lostSoFar what sessions lost before, each index as often as that was so
     */
    void resume(List<IndexRange> durable, List<IndexRange> lostSoFar, long mark) {
        frontier = Math.min(end(), mark);
        inDoubt.add(first, frontier - first);
        for (IndexRange range : lostSoFar) {
            lostBefore.add(range.first(), range.count());
            grantedAgain.add(range.first(), range.count());
            losses += range.count();
        }
        for (IndexRange range : durable) {
            covered.add(range.first(), range.count());
            inDoubt.remove(range.first(), range.count());
        }
    }

    /** A survivor holds this lease; what is covered or given back of it is not open any more. */
    void adopt(Grant grant, List<IndexRange> givenBack) {
        if (grant.holds(givenBack)) {
            grant.settle(givenBack);
        }
        grant.keep(inDoubt);
        if (!grant.settled()) {
            grants.put(grant.lease, grant);
        }
    }

    /**
     * Nobody who is back holds what is still in doubt. If somebody is missing all of it is lost; else it was never
     * started, but for what was lost before. Returns what is lost by this.
     */
    List<IndexRange> settle(boolean missing) {
        List<IndexRange> doubtful = inDoubt.ranges();
        for (IndexRange range : doubtful) {
            List<IndexRange> before = missing ? List.of(range) : lostBefore.take(range.first(), range.count());
            before.forEach(known -> inDoubt.remove(known.first(), known.count()));
            before.forEach(known -> lost.add(known.first(), known.count()));
        }
        inDoubt.ranges().forEach(range -> returned.add(range.first(), range.count()));
        inDoubt.clear();
        lostBefore.clear();
        takeBackTail();
        losses += missing ? doubtful.stream().mapToLong(IndexRange::count).sum() : 0;
        return missing ? doubtful : List.of();
    }

    /** What nobody was granted at the end of what was reserved is beyond the frontier again, which never moves up by that. */
    private void takeBackTail() {
        List<IndexRange> unstarted = returned.ranges();
        if (!unstarted.isEmpty()) {
            IndexRange tail = unstarted.getLast();
            if (tail.first() + tail.count() == frontier) {
                returned.remove(tail.first(), tail.count());
                frontier = Math.min(frontier, blockUp(tail.first()));
                returned.add(tail.first(), frontier - tail.first());
            }
        }
    }

    /** The lease if it is open and of this session, else null. */
    @Nullable
    public Grant find(long session, long lease) {
        Grant grant = grants.get(lease);
        return grant != null && grant.session == session ? grant : null;
    }

    /** Sessions with leases of which they have neither reported nor given back all. */
    public Set<Long> holders() {
        return grants.values().stream().map(grant -> grant.session).collect(Collectors.toSet());
    }

    /** These positions are covered by a snapshot; false, with nothing changed, if one of them is not open. */
    public boolean cover(Grant grant, List<IndexRange> positions) {
        if (!grant.settle(positions)) {
            return false;
        }
        grant.indexes(positions).forEach(range -> covered.add(range.first(), range.count()));
        forgetIfSettled(grant);
        return true;
    }

    /** What was covered is lost after all: the snapshot that said so is not believed, though its worker executed something. */
    public void uncover(List<IndexRange> indexes) {
        indexes.forEach(range -> covered.remove(range.first(), range.count()));
        indexes.forEach(this::lose);
    }

    /** Not started in this lease; false if one is not open. What another session lost before may be started: lost again. */
    public boolean giveBack(Grant grant, List<IndexRange> positions) {
        if (!grant.settle(positions)) {
            return false;
        }
        for (IndexRange range : grant.indexes(positions)) {
            returned.add(range.first(), range.count());
            for (IndexRange before : grantedAgain.common(range.first(), range.count())) {
                returned.remove(before.first(), before.count());
                lost.add(before.first(), before.count());
            }
        }
        forgetIfSettled(grant);
        return true;
    }

    private void forgetIfSettled(Grant grant) {
        if (grant.settled()) {
            grants.remove(grant.lease);
        }
    }

    /** The session left: what it held and did not report is lost. Returns its open leases as they were. */
    public List<Grant> fence(long session) {
        List<Grant> fenced = grants.values().stream()
                .filter(grant -> grant.session == session)
                .toList();
        for (Grant grant : fenced) {
            grants.remove(grant.lease);
            grant.openIndexes().forEach(this::lose);
        }
        return fenced;
    }

    private void lose(IndexRange range) {
        lost.add(range.first(), range.count());
        losses += range.count();
    }

    /** While this is true nothing that a session lost is granted again. */
    public void holdLost(boolean yes) {
        lostHeld = yes;
    }

    boolean hasLostOrReturned() {
        return !lost.isEmpty() || !returned.isEmpty();
    }

    /** Indexes that no session holds and none has covered; {@link Long#MAX_VALUE} if they never end. */
    long ungranted() {
        return limit == Long.MAX_VALUE ? Long.MAX_VALUE : end() - frontier + returned.size() + lost.size();
    }

    public boolean complete() {
        return covered.size() == limit;
    }

    /** No index from here on was granted. */
    public long frontier() {
        return frontier;
    }

    /** How many indexes lie before it. */
    public long granted() {
        return frontier - first;
    }

    public long covered() {
        return covered.size();
    }

    /** Of what was lost: what was granted again, each index as often as that was so. */
    public long executedAgain() {
        return losses - lost.size();
    }

    public List<IndexRange> coveredRanges() {
        return covered.ranges();
    }

    /** What was granted, never returned, and not covered: it may have been executed. */
    public List<IndexRange> unreported() {
        List<IndexRange> unreported = new ArrayList<>(lost.ranges());
        grants.values().forEach(grant -> unreported.addAll(grant.openIndexes()));
        return unreported;
    }

    /** What a lost session held and another one was given. */
    public List<IndexRange> grantedAgain() {
        return grantedAgain.ranges();
    }

    /** Indexes granted and not returned unstarted: what a closed phase with a duration planned (docs/semantics.md rule 15). */
    long started() {
        return frontier - first - returned.size();
    }

    /** What of the first indexes is not covered, leaving out those that were returned unless {@code withReturned}. */
    public List<IndexRange> missing(long indexes, boolean withReturned) {
        IndexSet missing = new IndexSet();
        missing.add(first, indexes);
        covered.ranges().forEach(range -> missing.remove(range.first(), range.count()));
        if (!withReturned) {
            returned.ranges().forEach(range -> missing.remove(range.first(), range.count()));
        }
        return missing.ranges();
    }
}
