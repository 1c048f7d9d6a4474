package muster.coordinator.core.lease;

import muster.coordinator.core.membership.MemberStream;
import muster.workloads.plan.ExecutedPhase;

/**
 * How many indexes the next lease of a member holds: the set size, or about a quarter second of its work, and never more
 * than its part of what is left, so that no member's clients wait for work while another's hold more than one operation
 * each (decision 0002).
 */
final class LeaseSizes {
    private static final double SECONDS = 0.25;
    private static final double MAX_SECONDS = 2;
    /** Each lease is two messages more for the coordinator: in large clusters leases last longer (decision 0002). */
    private static final double LEASES_PER_SECOND = 1_000;

    private static final long LARGEST = 1L << 24;
    private static final int GROWTH = 4;

    private final int fixed;
    private final int block;
    private final int clients;
    private final long limit;

    /**
     * @param fixed the set size in indexes; 0 for leases of automatic size
     */
    LeaseSizes(int fixed, ExecutedPhase phase) {
        this.fixed = fixed;
        this.block = phase.actionsPerTransaction();
        this.clients = Math.max(1, phase.spec().clients());
        this.limit = phase.limit();
    }

    /**
     * Indexes; 0 if the member is to have no more before the phase starts.
     *
     * @param ungranted indexes that nobody holds and nobody has executed; {@link Long#MAX_VALUE} if they
     *     never end
     */
    long next(MemberStream member, long ungranted, boolean started, int members) {
        return Math.min(
                fixed > 0 ? fixed : automatic(member, members),
                started ? partOfRest(member, ungranted) : partOfPlan(member));
    }

    private long automatic(MemberStream member, int members) {
        long least = (long) Math.max(1, member.clients().share()) * block;
        return Math.max(least, Math.min(byRate(member, least, seconds(members)), LARGEST));
    }

    /** Half of its part: the last leases get smaller, so that all members end together. */
    private long partOfRest(MemberStream member, long ungranted) {
        return ungranted == Long.MAX_VALUE ? ungranted : Math.max(block, blocks(part(member, ungranted), 2));
    }

    /** Before the start the first to ask gets no more than its part, divided over the leases that it can hold. */
    private long partOfPlan(MemberStream member) {
        if (limit == Long.MAX_VALUE) {
            return limit;
        }
        long left = Math.max(0, part(member, limit) - member.leases().grantedIndexes());
        return blocks(left, Math.max(1, member.leases().wanted()));
    }

    /** The member's share of so many indexes, rounded up to whole blocks. */
    private long part(MemberStream member, long indexes) {
        long blocks = Math.ceilDiv(indexes, block);
        return (blocks / clients * member.clients().share()
                        + Math.ceilDiv(blocks % clients * member.clients().share(), clients))
                * block;
    }

    /** One of so many parts, rounded up to whole blocks. */
    private long blocks(long indexes, long parts) {
        return Math.ceilDiv(Math.ceilDiv(indexes, block), parts) * block;
    }

    static double seconds(int members) {
        return Math.clamp(members / LEASES_PER_SECOND, SECONDS, MAX_SECONDS);
    }

    /** A rate that was seen over a few operations says little: a lease is at most four times the one before. */
    private static long byRate(MemberStream member, long least, double seconds) {
        long before = Math.max(member.leases().lastSize(), least);
        return member.leases().ratePerS() == 0
                ? before
                : Math.min((long) (member.leases().ratePerS() * seconds), before * GROWTH);
    }
}
