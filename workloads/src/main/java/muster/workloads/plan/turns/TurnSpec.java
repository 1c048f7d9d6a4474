package muster.workloads.plan.turns;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import muster.workloads.plan.language.Durations;

/**
 * How the streams of a phase take turns, as its plan says it.
 *
 * @param lengthNs of a turn
 * @param guardNs its first part, which is not measured: operations of the turn before may still be under way
 * @param alikePercent the equivalence margin: two arms whose ratio lies within it of 1 count as alike
 */
public record TurnSpec(long lengthNs, long guardNs, double alikePercent) {
    /** As a plan says it. */
    public Map<String, Object> plain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("length", Durations.format(lengthNs));
        plain.put("guard", Durations.format(guardNs));
        plain.put("alike", BigDecimal.valueOf(alikePercent).stripTrailingZeros().toPlainString() + "%");
        return plain;
    }

    /**
     * The turns of a phase.
     *
     * @param hash of the phase: {@link muster.workloads.operation.PhaseKey#hash}
     */
    public TurnSchedule schedule(long hash, int arms) {
        return new TurnSchedule(hash, arms, lengthNs, guardNs);
    }
}
