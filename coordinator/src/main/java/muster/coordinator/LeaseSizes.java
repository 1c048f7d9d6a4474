package muster.coordinator;

/** How many indexes the next lease of a member holds: the set size, or about a quarter second of its work. */
final class LeaseSizes {
    private static final double SECONDS = 0.25;
    private static final double MOST_SECONDS = 2;
    /** Each lease is two messages more for the coordinator: in large clusters leases last longer (decision 0013). */
    private static final double LEASES_PER_SECOND = 1_000;

    private static final long LARGEST = 1L << 24;
    private static final int GROWTH = 4;

    private final int fixed;
    private final int block;

    LeaseSizes(int fixed, int block) {
        this.fixed = fixed;
        this.block = block;
    }

    /** @param remaining indexes not covered yet; the last leases get smaller so that all members end together */
    long next(Member member, long remaining, int members) {
        if (fixed > 0) {
            return fixed;
        }
        long least = (long) Math.max(1, member.share) * block;
        long size = Math.max(least, Math.min(byRate(member, least, seconds(members)), LARGEST));
        long even = Math.max(block, Math.ceilDiv(remaining, 2L * members));
        member.lastLeaseSize = Math.min(size, even);
        return member.lastLeaseSize;
    }

    static double seconds(int members) {
        return Math.clamp(members / LEASES_PER_SECOND, SECONDS, MOST_SECONDS);
    }

    /** A rate that was seen over a few operations says little: a lease is at most four times the one before. */
    private static long byRate(Member member, long least, double seconds) {
        long before = Math.max(member.lastLeaseSize, least);
        return member.ratePerS == 0 ? before : Math.min((long) (member.ratePerS * seconds), before * GROWTH);
    }
}
