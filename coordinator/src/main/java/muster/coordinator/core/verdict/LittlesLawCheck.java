package muster.coordinator.core.verdict;

import static muster.coordinator.core.verdict.CheckRows.format;

import java.util.List;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.verdict.ValidityCheck.Load;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.PhaseSpec.Think;

/**
 * Little's law: clients that do nothing but execute are in an operation all the time, so throughput times mean service
 * time is their number. Where it is not, they stood still between operations, and no latency shows that.
 */
final class LittlesLawCheck {
    /** What is believed of a machine that was never calibrated: the gate then begins at a service time of 1 ms. */
    static final long DEFAULT_COST_NS = 10_000;

    private static final String COST = "calibration.operation_cpu_ns";
    private static final double MAX_DEVIATION = 0.05;
    private static final double MIN_COSTS = 100;

    private LittlesLawCheck() {}

    static void judge(CheckRows checks, ValidityCheck.Facts facts, Load load) {
        List<PhaseMember> members = facts.members().stream()
                .filter(member -> load.figures().meanServiceNs() > MIN_COSTS * costNs(member))
                .toList();
        if (!applies(facts, load)) {
            return;
        }
        if (load.stream().isEmpty()) {
            members.forEach(member -> judge(checks, facts, load, member));
        } else if (members.size() == facts.members().size()) {
            // The sums of a worker mix streams, so that those of all workers are compared.
            double seconds = load.onSeconds(facts.seconds()) * load.spec().clients();
            judge(checks, facts, load, "", load.figures().timingNs().getOrDefault("service", 0.0) / 1e9 / seconds);
        }
    }

    /**
     * Where clients pause by design, their number changed or is meant to (decision 0113), a count ran out, or no server answered, it
     * says something else.
     */
    private static boolean applies(ValidityCheck.Facts facts, Load load) {
        PhaseSpec spec = load.spec();
        boolean closed = !load.open() && spec.crash() == null && !load.byCount() && facts.seconds() > 0;
        boolean busy =
                spec.think().equals(Think.NONE) && spec.pacingNs() == 0 && spec.rampNs() == 0 && spec.profile() == null;
        boolean steady = facts.members().stream()
                .allMatch(member -> !member.joining && member.departure.reason().isEmpty());
        return closed && busy && steady && facts.leaseSize() != 1;
    }

    private static double costNs(PhaseMember member) {
        String measured = member.worker.hello.getEnvironmentOrDefault(COST, "");
        try {
            return measured.isEmpty() ? DEFAULT_COST_NS : Double.parseDouble(measured);
        } catch (NumberFormatException e) {
            return DEFAULT_COST_NS;
        }
    }

    /** Operations in flight at the end, or that of a turn, are whole in the sum: that much more than the clients had is no deviation. */
    private static void judge(CheckRows checks, ValidityCheck.Facts facts, Load load, PhaseMember member) {
        double share = member.reports.evidence().getServiceNs()
                / 1e9
                / load.onSeconds(facts.seconds())
                / Math.max(1, member.clients());
        judge(checks, facts, load, member.worker.name(), share);
    }

    private static void judge(CheckRows checks, ValidityCheck.Facts facts, Load load, String worker, double share) {
        double spanSeconds = load.spanSeconds(facts.seconds());
        double most = 1 + MAX_DEVIATION + load.figures().longestNs(load.spec().drainNs()) / 1e9 / spanSeconds;
        checks.add(
                load.named("Little's law"),
                format(1 - MAX_DEVIATION) + " .. " + format(most),
                format(share),
                share >= 1 - MAX_DEVIATION && share <= most,
                worker,
                share < 1
                        ? "its clients stood still between operations: throughput times service time is less than"
                                + " the clients"
                        : "more service time than its clients had: its clock or its counts are wrong");
    }
}
