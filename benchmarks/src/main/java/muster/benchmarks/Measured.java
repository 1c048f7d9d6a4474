package muster.benchmarks;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What one measurement of one side found.
 *
 * @param phases the measured ones, in order
 * @param note what else there is to say
 */
record Measured(List<Phase> phases, String note) {
    /**
     * @param amount operations that ended ok within the phase, or elements inserted
     * @param ns length of the phase, or until its last completion
     */
    record Phase(String name, double amount, double ns) {
        double perSecond() {
            return amount * 1e9 / ns;
        }
    }

    /** All phases together. */
    double perSecond() {
        double amount = phases.stream().mapToDouble(Phase::amount).sum();
        return amount * 1e9 / phases.stream().mapToDouble(Phase::ns).sum();
    }

    @Override
    public String toString() {
        return phases.stream()
                .map(phase -> "%s %,.1f/s".formatted(phase.name(), phase.perSecond()))
                .collect(Collectors.joining(", ", "", note.isEmpty() ? "" : "; " + note));
    }
}
