package muster.store.analysis.limit;

/**
 * What was seen at one rate.
 *
 * @param rate offered, operations a second
 * @param margin ln(observed / bound) of what came nearest to its bound: below 0 the bound was held; negative or positive
 *     infinity where there is no ratio, such as without an error, or where the rate was not kept
 */
public record LimitStep(double rate, double margin) {
    public boolean holds() {
        return margin < 0;
    }
}
