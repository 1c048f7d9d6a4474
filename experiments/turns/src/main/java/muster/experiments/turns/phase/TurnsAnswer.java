package muster.experiments.turns.phase;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What the turns of a phase say of its arms.
 *
 * @param arms best first, by {@code whole}; those without a figure last
 * @param whole all operations together
 * @param operations one by one, where there are several; by response time
 * @param serverCpu all operations together by the processor time of the server; empty where fewer than two arms have it
 * @param fulfilling all operations together, of those arms that meet all of their thresholds; empty where each or none does
 */
record TurnsAnswer(
        TurnsPhase phase,
        List<PhaseArm> arms,
        Verdict whole,
        List<Verdict> operations,
        Optional<Verdict> serverCpu,
        Optional<Verdict> fulfilling) {
    static TurnsAnswer of(TurnsPhase phase) {
        Measure measure = phase.arms().stream().anyMatch(PhaseArm::isOpen) ? Measure.RESPONSE : Measure.THROUGHPUT;
        Verdict whole = Verdict.of(phase, phase.arms(), PhaseArm.ALL, measure);
        TreeSet<String> names = new TreeSet<>();
        phase.arms().forEach(arm -> names.addAll(arm.names()));
        List<Verdict> operations = names.size() < 2
                ? List.of()
                : names.stream()
                        .map(name -> Verdict.of(phase, phase.arms(), name, Measure.RESPONSE))
                        .toList();
        List<PhaseArm> arms = new ArrayList<>(phase.arms());
        arms.sort(Comparator.comparingInt(arm -> place(whole, arm)));
        List<PhaseArm> met =
                phase.arms().stream().filter(PhaseArm::meetsThresholds).toList();
        boolean some = !met.isEmpty() && met.size() < arms.size();
        return new TurnsAnswer(
                phase,
                List.copyOf(arms),
                whole,
                operations,
                Optional.of(Verdict.of(phase, phase.arms(), PhaseArm.ALL, Measure.SERVER_CPU))
                        .filter(verdict -> verdict.arms().size() > 1),
                some ? Optional.of(Verdict.of(phase, met, PhaseArm.ALL, measure)) : Optional.empty());
    }

    private static int place(Verdict whole, PhaseArm arm) {
        int place = whole.arms().indexOf(arm);
        return place < 0 ? Integer.MAX_VALUE : place;
    }

    /**
     * Whether an arm may be called the fastest: the run is valid, it was answered rightly, hardly an operation failed, and no arm found nothing
     * where others did.
     */
    boolean isSound() {
        return isTrusted() && !fails() && phase.foundNothing().isEmpty();
    }

    /** Whether the run is valid and was answered rightly. */
    boolean isTrusted() {
        return phase.validity().equals("valid") && !phase.wrong();
    }

    boolean fails() {
        return arms.stream().anyMatch(PhaseArm::fails);
    }

    boolean hasThresholds() {
        return arms.stream().anyMatch(arm -> !arm.thresholds().isEmpty());
    }

    /** Whether arms execute the same operations. */
    boolean isSameWork() {
        return arms.stream().map(PhaseArm::names).distinct().count() == 1;
    }
}
