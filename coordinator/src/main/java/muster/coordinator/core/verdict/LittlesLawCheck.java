package muster.coordinator.core.verdict;

import static muster.coordinator.core.verdict.CheckRows.format;

import muster.coordinator.core.membership.PhaseMember;
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

    static void judge(CheckRows checks, ValidityCheck.Facts facts) {
        if (applies(facts)) {
            facts.members().stream()
                    .filter(member -> facts.figures().meanServiceNs() > MIN_COSTS * costNs(member))
                    .forEach(member -> judge(checks, facts, member));
        }
    }

    /**
     * Where clients pause by design, their number changed or is meant to (decision 0113), a count ran out, or no server answered, it
     * says something else.
     */
    private static boolean applies(ValidityCheck.Facts facts) {
        PhaseSpec spec = facts.spec();
        boolean closed = !facts.openLoop() && spec.crash() == null && !facts.byCount() && facts.seconds() > 0;
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

    /** Operations in flight at the end are whole in the sum: that much more than the clients had is no deviation. */
    private static void judge(CheckRows checks, ValidityCheck.Facts facts, PhaseMember member) {
        double share = member.reports.evidence().getServiceNs() / 1e9 / facts.seconds() / Math.max(1, member.clients());
        double most = 1 + MAX_DEVIATION + facts.figures().longestNs(facts.spec().drainNs()) / 1e9 / facts.seconds();
        checks.add(
                "Little's law",
                format(1 - MAX_DEVIATION) + " .. " + format(most),
                format(share),
                share >= 1 - MAX_DEVIATION && share <= most,
                member.worker.name(),
                share < 1
                        ? "its clients stood still between operations: throughput times service time is less than"
                                + " the clients"
                        : "more service time than its clients had: its clock or its counts are wrong");
    }
}
