package muster.cli.limit;

import muster.model.OutcomeCounts;
import muster.store.analysis.limit.LimitStep;

/**
 * One measured phase of a search.
 *
 * @param run number of the run in the store
 * @param rate offered, operations a second; 0 for a closed loop
 * @param throughput completed, operations a second
 * @param latency what the bound is about, or the responses' p99 if it bounds no latency
 * @param margin how near to the bound it came: {@link LimitStep}
 * @param limitedBy the culprit that the run names
 * @param valid whether the run is
 */
record StepResult(
        long run,
        double rate,
        double throughput,
        Latency latency,
        OutcomeCounts counts,
        double margin,
        String limitedBy,
        boolean valid) {
    /**
     * A quantile, mean or extreme.
     *
     * @param name as a bound has it: "p99", "feed p95"
     * @param ns NaN for too few operations
     */
    record Latency(String name, double ns) {}

    boolean holds() {
        return margin < 0;
    }

    /** Completed, operations a second, of what was offered: more came by the chance of arrivals. */
    double carried() {
        return Math.min(rate, throughput);
    }

    double errorPercent() {
        return 100.0 * counts.errors() / counts.operations();
    }

    boolean wrong() {
        return limitedBy.equals(LimitStep.WRONG_ANSWERS);
    }

    LimitStep step() {
        return new LimitStep(rate, margin);
    }
}
