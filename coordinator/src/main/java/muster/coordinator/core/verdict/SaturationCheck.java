package muster.coordinator.core.verdict;

import static muster.coordinator.core.verdict.CheckRows.format;

import java.util.Locale;
import muster.coordinator.core.membership.PhaseMember;

/**
 * Whether a generator had the processor time to measure what it claims: by what it used of what it may use, by how late a
 * client would have run, and in the open model by how late operations started. The last two are compared with the mean
 * service time, which they would be mistaken for. Limits and reasons: docs/decisions/0007-validity.md.
 */
final class SaturationCheck {
    /** A queue at a core that is busy for nine tenths of the time is nine operations long. */
    private static final double MAX_CPU_SHARE = 0.9;
    /**
     * Where others share its cores and nothing is idle, a generator that uses this much of them fills them too. One that
     * needs all it can get has half beside one process that does so as well; a database at its limit leaves it less.
     */
    private static final double MAX_SHARE_OF_FULL_CORES = 0.4;

    /** An operation waits several times for its turn, at the driver and at its client, and the canary only once. */
    private static final double MAX_LATE_SHARE = 0.1;
    /** Less than that is what waking a thread takes on a machine with other work. */
    private static final double MIN_LATE_NS = 1e6;
    /** A hand-over holds no timer: a client that is idle starts within 20 us. Half of a short operation is too much, too. */
    private static final double MIN_HANDOVER_NS = 1e5;

    private static final double MAX_HANDOVER_SHARE = 0.5;

    private final CheckRows checks;
    private final String worker;
    private final GeneratorEvidence evidence;
    private final double hostShare;

    SaturationCheck(CheckRows checks, PhaseMember member, Iterable<PhaseMember> members) {
        this.checks = checks;
        this.worker = member.worker.name();
        this.evidence = GeneratorEvidence.of(member);
        this.hostShare = evidence.hostShare(members, member);
    }

    /** @param openLoop whether operations are handed to idle clients */
    void judge(boolean openLoop) {
        checks.add(
                "generator cpu",
                "<= " + format(MAX_CPU_SHARE) + " of what it may use and others left",
                format(filled() ? evidence.leftShare() : evidence.cpuShare()),
                !filled() && evidence.cpuShare() <= MAX_CPU_SHARE,
                worker,
                "generator out of CPU: " + used() + others());
        late(
                "canary",
                evidence.canaryNs(),
                mostLateNs(evidence),
                "a client waited " + ms(evidence.canaryNs()) + " before it ran: " + cause());
        if (openLoop) {
            late(
                    "hand-over",
                    evidence.handoverNs(),
                    Math.min(mostLateNs(evidence), mostHandoverNs()),
                    "operations started " + ms(evidence.handoverNs()) + " after they were handed to an idle client: "
                            + cause());
        }
    }

    private boolean filled() {
        return hostShare > MAX_SHARE_OF_FULL_CORES && evidence.leftShare() > MAX_CPU_SHARE;
    }

    /** Whether clients ran so late that it shows in what they measured. */
    static boolean isLate(GeneratorEvidence evidence) {
        return evidence.canaryNs() > mostLateNs(evidence);
    }

    private static double mostLateNs(GeneratorEvidence evidence) {
        return Math.max(MIN_LATE_NS, MAX_LATE_SHARE * evidence.meanServiceNs());
    }

    private double mostHandoverNs() {
        return Math.max(MIN_HANDOVER_NS, MAX_HANDOVER_SHARE * evidence.meanServiceNs());
    }

    private void late(String name, double lateNs, double mostNs, String reason) {
        double serviceNs = evidence.meanServiceNs();
        checks.add(
                name,
                "<= " + ms(mostNs) + " for operations of this mean service time",
                ms(lateNs) + " of " + ms(serviceNs),
                serviceNs <= 0 || lateNs <= mostNs,
                worker,
                reason);
    }

    /** Where others have the cores, virtual threads wait for carriers that wait for a core, while a thread that slept gets one at once. */
    private String cause() {
        return evidence.timerNs() > evidence.canaryNs() / 2 || evidence.crowded()
                ? "its threads waited for a core; " + used() + others()
                : "clients waited for each other; " + used();
    }

    private String used() {
        double allowed = evidence.allowedCores();
        String of = Math.abs(allowed - 1) < 0.005 ? "1 core" : cores(allowed) + " cores";
        return "used " + cores(evidence.usedCores()) + " of " + of + " it may use";
    }

    private String others() {
        return evidence.othersCores() < 0.05 ? "" : ", other processes " + cores(evidence.othersCores());
    }

    private static String cores(double cores) {
        return String.format(Locale.ROOT, "%.2f", cores);
    }

    private static String ms(double ns) {
        return format(ns / 1e6) + " ms";
    }
}
