package muster.experiments.turns.phase;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * An arm of a phase whose arms took turns.
 *
 * @param ratePerS 0 for a closed loop
 * @param operations by name without the arm; {@link #ALL} is all of them together, and is always there
 * @param thresholds those that are about this arm
 */
record ArmTurns(String name, double ratePerS, Map<String, OperationTurns> operations, List<ArmThreshold> thresholds) {
    /** The name that all operations together have. */
    static final String ALL = "";

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
