package muster.benchmarks.measure;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What one measurement of one side found.
 *
 * @param phases the measured ones, in order
 * @param note what else there is to say
 */
public record Measured(List<Phase> phases, String note) {
    /**
     * One measured phase.
     *
     * @param amount operations that ended ok within the phase, or elements inserted
     * @param ns length of the phase, or until its last completion
     */
    public record Phase(String name, double amount, double ns) {
        public double perSecond() {
            return amount * 1e9 / ns;
        }
    }

    /** All phases together. */
    public double perSecond() {
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
