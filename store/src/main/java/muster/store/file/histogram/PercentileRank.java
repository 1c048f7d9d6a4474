package muster.store.file.histogram;

/** How many samples a percentile needs before it may be shown (docs/semantics.md rule 12), and its rank among them. */
public final class PercentileRank {
    private PercentileRank() {}

    /** The least number n for which a sample beyond the percentile was seen with 95 % confidence: ceil(ln 0.05 / ln q). */
    public static long needed(double percentile) {
        double q = percentile / 100;
        return q <= 0 || q >= 1 ? 1 : (long) Math.ceil(Math.log(0.05) / Math.log(q));
    }

    /** HdrHistogram's rank: rounded up, after one step down so that 99 % of 300 is 297 and not 298. */
    public static long rank(double percentile, long samples) {
        double below = Math.clamp(Math.nextDown(percentile), 0, 100);
        return Math.max(1, (long) Math.ceil(below * samples / 100));
    }
}
