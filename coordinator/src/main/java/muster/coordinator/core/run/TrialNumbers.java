package muster.coordinator.core.run;

import java.util.List;
import muster.coordinator.core.event.InterruptedRun;
import muster.model.UnfinishedRun;

/** Which numbers the trials of an interrupted run have: one that was abandoned was done again under another number. */
final class TrialNumbers {
    private final List<UnfinishedRun.Phase> phases;
    private int last;

    TrialNumbers(InterruptedRun run) {
        phases = run.phases();
        last = phases.stream()
                .mapToInt(phase -> phase.state().at().trial())
                .reduce(run.script().trials(), Math::max);
    }

    /** The number of a step's n-th trial, counted from 1 and without the abandoned ones. */
    int of(int step, int round) {
        List<Integer> kept = phases.stream()
                .filter(phase -> !phase.abandoned() && phase.state().at().step() == step)
                .map(phase -> phase.state().at().trial())
                .distinct()
                .sorted()
                .toList();
        if (round <= kept.size()) {
            return kept.get(round - 1);
        }
        boolean used = phases.stream()
                .anyMatch(phase ->
                        phase.state().at().step() == step && phase.state().at().trial() == round);
        return used ? free() : round;
    }

    /** The next number that no trial has. */
    int free() {
        return ++last;
    }

    boolean begun(int step, int trial) {
        return !of(step, trial, false).isEmpty();
    }

    /** Whether these phases of it are finished. */
    boolean whole(int step, int trial, List<String> expected) {
        return of(step, trial, true).stream()
                .map(phase -> phase.state().at().phase())
                .toList()
                .containsAll(expected);
    }

    private List<UnfinishedRun.Phase> of(int step, int trial, boolean finished) {
        return phases.stream()
                .filter(phase -> !phase.abandoned() && (phase.finished() || !finished))
                .filter(phase ->
                        phase.state().at().step() == step && phase.state().at().trial() == trial)
                .toList();
    }
}
