package muster.cli.limit;

import muster.store.analysis.limit.LimitStep;

/**
 * One measured phase of a search.
 *
 * @param run number of the run in the store
 * @param rate offered, operations a second; 0 for a closed loop
 * @param throughput completed, operations a second
 * @param p99Ns of responses; NaN for too few
 * @param errorPercent of operations
 * @param margin how near to the bound it came: {@link LimitStep}
 * @param limitedBy the culprit that the run names
 * @param valid whether the generator kept up
 */
record StepResult(
        long run,
        double rate,
        double throughput,
        double p99Ns,
        double errorPercent,
        double margin,
        String limitedBy,
        boolean valid) {
    boolean holds() {
        return margin < 0;
    }

    LimitStep step() {
        return new LimitStep(rate, margin);
    }
}
