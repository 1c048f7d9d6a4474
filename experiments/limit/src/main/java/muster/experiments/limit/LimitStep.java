package muster.experiments.limit;

/**
 * What was seen at one rate.
 *
 * @param rate offered, operations a second
 * @param margin ln(observed / bound) of what came nearest to its bound: below 0 the bound was held; negative or positive
 *     infinity where there is no ratio, such as without an error, where the rate was not kept, or an answer was wrong
 */
public record LimitStep(double rate, double margin) {
    /** What a database is limited by that answers, but not as it should. */
    public static final String WRONG_ANSWERS = "wrong answers";

    private static final String NONE = "none";

    public boolean holds() {
        return margin < 0;
    }

    /**
     * A rate that was kept has no culprit. If it missed the bound all the same, its responses are long because service is.
     *
     * @param bottleneck that the run names; "" for none
     * @param missed whether a valid run missed the bound
     * @param wrong whether an answer was wrong
     */
    public static String limitedBy(String bottleneck, boolean missed, boolean wrong) {
        if (wrong) {
            return WRONG_ANSWERS;
        }
        String named = bottleneck.isEmpty() ? NONE : bottleneck;
        return missed && named.equals(NONE) ? "server" : named;
    }
}
