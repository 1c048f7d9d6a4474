package muster.workloads.plan.turns;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.plan.language.Durations;
import muster.workloads.random.Mix;

/**
 * How loads take turns, as the plan says it: the streams of a phase, or the one load of the phase with those of other runs.
 *
 * @param lengthNs of a turn
 * @param guardNs its first part, which is not measured: operations of the turn before may still be under way
 * @param alikePercent the equivalence margin: two arms of a phase whose ratio lies within it of 1 count as alike
 * @param runs names of the arms of several runs, of which this one is {@code arm}; empty where the streams of a phase are the arms
 * @param arm number of this run among them, from 0
 * @param draws name of an earlier phase of this run's plan whose draws the phase has; "" for its own
 */
public record TurnSpec(long lengthNs, long guardNs, double alikePercent, List<String> runs, int arm, String draws) {
    /** Of the streams of a phase. */
    public TurnSpec(long lengthNs, long guardNs, double alikePercent) {
        this(lengthNs, guardNs, alikePercent, List.of(), 0, "");
    }

    /** Of runs, each with draws of its own. */
    public TurnSpec(long lengthNs, long guardNs, double alikePercent, List<String> runs, int arm) {
        this(lengthNs, guardNs, alikePercent, runs, arm, "");
    }

    /** Whether the other arms are in other runs. */
    public boolean shared() {
        return !runs.isEmpty();
    }

    /** When a phase begins that could begin then: runs that share turns begin with a block of these. */
    public long beginNs(long atNs) {
        return shared() ? Math.ceilDiv(atNs, blockNs()) * blockNs() : atNs;
    }

    private long blockNs() {
        return runs.size() * lengthNs;
    }

    /** As a plan says it. */
    public Map<String, Object> plain() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("length", Durations.format(lengthNs));
        plain.put("guard", Durations.format(guardNs));
        if (shared()) {
            plain.put("of", runs);
            plain.put("as", runs.get(arm));
        }
        if (!draws.isEmpty()) {
            plain.put("draws", draws);
        }
        plain.put("alike", BigDecimal.valueOf(alikePercent).stripTrailingZeros().toPlainString() + "%");
        return plain;
    }

    /**
     * The turns of the streams of a phase.
     *
     * @param hash of the phase: {@link muster.workloads.operation.PhaseKey#hash}
     */
    public TurnSchedule schedule(long hash, int arms) {
        return new TurnSchedule(hash, arms, lengthNs, guardNs, false);
    }

    /** The turns of this run among those that it shares: the same for each of them, whatever else their plans say. */
    public ArmTurns ofRun() {
        long hash = Mix.mix(lengthNs, runs.size());
        return new TurnSchedule(hash, runs.size(), lengthNs, guardNs, true).arm(arm);
    }
}
