package muster.experiments.turns.phase;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import muster.report.analysis.ErrorShare;

/**
 * An arm of a phase whose arms took turns.
 *
 * @param clients of a closed loop
 * @param ratePerS 0 for a closed loop
 * @param operations by name without the arm; {@link #ALL} is all of them together, and is always there
 * @param thresholds those that are about this arm
 */
record PhaseArm(
        String name,
        int clients,
        double ratePerS,
        Map<String, OperationTurns> operations,
        List<ArmThreshold> thresholds) {
    /** The name that all operations together have. */
    static final String ALL = "";

    /** Of its rate; an arm that completes less cannot keep to it. */
    private static final double KEPT = 0.95;

    /**
     * What the plan asks of an arm.
     *
     * @param text such as "graphity feed p99 < 50ms"
     */
    record ArmThreshold(String text, String observed, boolean met) {}

    boolean isOpen() {
        return ratePerS > 0;
    }

    OperationTurns all() {
        OperationTurns all = operations.get(ALL);
        if (all == null) {
            throw new IllegalStateException(name + " has no total");
        }
        return all;
    }

    /** Whether it completes clearly less than arrives: what waits is then longer from turn to turn. */
    boolean isOverloaded() {
        return isOpen() && all().perS() < KEPT * ratePerS && all().meanNs() > all().seconds() / all().windows() * 1e9;
    }

    double errorShare() {
        return ErrorShare.of(
                (double) all().counts().errors(), (double) all().counts().operations());
    }

    /** Errors may come fast, and operations that time out are in no mean (docs/decisions/0097-wrong-answers-win-nothing.md). */
    boolean fails() {
        return errorShare() > ErrorShare.FEW;
    }

    /**
     * By what the throughput of a closed loop would have to be multiplied to agree with its clients and response times. Clients that begin
     * together at the start of a turn complete operations of equal length together, so that windows hold up to one of each client too many or
     * too few. No more than that is made good: what else differs is time between operations.
     */
    double edge() {
        OperationTurns all = all();
        double inWindows = all.seconds() * clients / all.counts().ok();
        double operationS = all.meanNs() / 1e9;
        double most = all.windows() * (double) clients / all.counts().ok();
        return isOpen() || all.counts().ok() == 0
                ? 1
                : Math.clamp(inWindows / operationS, Math.max(0, 1 - most), 1 + most);
    }

    /** The names of single operations. */
    Set<String> names() {
        Set<String> names = new TreeSet<>(operations.keySet());
        names.remove(ALL);
        return names;
    }

    boolean meetsThresholds() {
        return thresholds.stream().allMatch(ArmThreshold::met);
    }
}
