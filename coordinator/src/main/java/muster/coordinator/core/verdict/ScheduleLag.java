package muster.coordinator.core.verdict;

import java.util.List;
import java.util.Objects;
import muster.coordinator.core.event.ServerUse;
import muster.coordinator.core.membership.PhaseMember;

/** Why a worker could not keep to the schedule of arrivals. */
final class ScheduleLag {
    /** The scheduling group of a worker's session; "" or nothing where the kernel has none, or does not use them. */
    private static final String AUTOGROUP = "kernel.autogroup";

    private static final String REASON = "it could not keep to the schedule";

    private ScheduleLag() {}

    /** Names the kernel where the server is on the machine of the worker, in another session. */
    static String reason(PhaseMember member, List<ValidityCheck.Load> loads) {
        String own = member.worker.hello.getEnvironmentOrDefault(AUTOGROUP, "");
        boolean apart = loads.stream()
                .map(load -> load.figures().server())
                .filter(Objects::nonNull)
                .map(ServerUse::autogroup)
                .anyMatch(group -> !group.isEmpty() && !group.equals(own));
        return !own.isEmpty() && apart && ColocationCheck.isHere(member)
                ? REASON
                        + ": the kernel divides processors between sessions first, and the server is in another one; start both"
                        + " from one terminal, or sysctl kernel.sched_autogroup_enabled=0"
                : REASON;
    }
}
