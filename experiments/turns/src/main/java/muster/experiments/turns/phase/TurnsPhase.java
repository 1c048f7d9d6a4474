package muster.experiments.turns.phase;

import java.util.List;
import muster.model.PhaseAt;
import muster.statistics.TurnsRatio;

/**
 * A finished phase whose arms took turns, as the file has it.
 *
 * @param validity of its trial: "valid", "invalid", or "" where there is no verdict
 * @param wrong whether its trial was answered wrongly
 * @param reasons why it is invalid or answered wrongly
 * @param cure what to do where it is invalid
 * @param foundNothing operations, with their arm, of which every answer was empty, though other arms found something or execute others
 * @param seconds that it was measured
 * @param turnS from the start of a turn to its end, the longest
 * @param blocks that are compared: each arm has a window in them, and no worker came or went
 * @param disturbed blocks that are left out since a worker came or went
 * @param alike the plan's equivalence margin: share up to which two arms count as alike
 */
record TurnsPhase(
        PhaseAt at,
        String validity,
        boolean wrong,
        List<String> reasons,
        String cure,
        List<String> foundNothing,
        double seconds,
        double turnS,
        int blocks,
        int disturbed,
        double alike,
        List<PhaseArm> arms) {
    /** Of all blocks; with more of them nothing is decided. */
    private static final double MAX_DISTURBED = 0.25;

    /** How many times as long it would have the fewest blocks that decide anything. */
    double timesForLeast() {
        return TurnsRatio.LEAST_BLOCKS / (double) Math.max(1, blocks);
    }

    /** Whether so many blocks were left out that the others may be no fair sample. */
    boolean isDisturbed() {
        return disturbed > MAX_DISTURBED * (blocks + disturbed);
    }
}
