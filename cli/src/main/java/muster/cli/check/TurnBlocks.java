package muster.cli.check;

import java.util.List;
import java.util.stream.Stream;
import muster.cli.check.CheckCommand.CheckedStep;
import muster.statistics.TurnsRatio;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.turns.TurnSpec;

/** Says of measure phases with turns whether they are long enough to tell which stream is faster, before they are measured. */
final class TurnBlocks {
    private TurnBlocks() {}

    /** A line for each such phase, and for each length of it. */
    static List<String> lines(List<CheckedStep> steps) {
        return steps.stream()
                .flatMap(step -> step.check().phases().stream())
                .filter(phase -> phase.spec().kind() == PhaseKind.MEASURE)
                .flatMap(TurnBlocks::line)
                .distinct()
                .toList();
    }

    /** A block that the end of its phase cuts is none. */
    private static Stream<String> line(ExecutedPhase phase) {
        TurnSpec turns = phase.spec().turns();
        if (turns == null || turns.shared()) {
            return Stream.empty();
        }
        long blocks =
                phase.spec().durationNs() / (turns.lengthNs() * phase.streams().size());
        return Stream.of("turns: %s has %,d blocks%s"
                .formatted(
                        phase.name(),
                        blocks,
                        blocks < TurnsRatio.LEAST_BLOCKS
                                ? ", too few to tell which stream is faster: " + TurnsRatio.LEAST_BLOCKS
                                        + " are the least"
                                : ""));
    }
}
