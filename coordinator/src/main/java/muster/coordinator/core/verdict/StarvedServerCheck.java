package muster.coordinator.core.verdict;

import java.util.List;
import java.util.Locale;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.ServerUse;
import muster.coordinator.core.membership.PhaseMember;
import muster.model.CheckRow;
import muster.model.PhaseAt;

/** Warns where programs that do not belong to the run took the processors of the server: it could do more than it did. */
public final class StarvedServerCheck {
    /** Of the host's processors; below it is what every machine does beside. */
    private static final double NOTABLE = 0.25;

    private StarvedServerCheck() {}

    /** Nothing for a server that was not observed. */
    public static List<CheckRow> of(PhaseAt at, PhaseFigures figures, List<PhaseMember> members) {
        ServerUse use = figures.server();
        if (use == null) {
            return List.of();
        }
        double foreign = use.hostCores() - use.hostIdleCores() - use.cpuCores() - generators(members);
        boolean starved = foreign >= NOTABLE * use.hostCores()
                && ServerAnalysis.waitsForCores(use, figures.underWay(use.seconds()));
        return starved
                ? List.of(
                        CheckRows.warning(
                                at,
                                "starved server",
                                "<= " + NOTABLE + " of the host's cores used by other programs",
                                String.format(Locale.ROOT, "%.2f of %.0f cores", foreign, use.hostCores()),
                                "",
                                "programs outside this run took processors from the server, so it did less than it can: stop them"))
                : List.of();
    }

    /** Cores that workers on the server's host used. */
    private static double generators(List<PhaseMember> members) {
        return members.stream()
                .filter(ColocationCheck::isHere)
                .mapToDouble(member -> GeneratorEvidence.of(member).usedCores())
                .sum();
    }
}
