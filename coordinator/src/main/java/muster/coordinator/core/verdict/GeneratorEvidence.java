package muster.coordinator.core.verdict;

import muster.coordinator.core.membership.PhaseMember;
import muster.protocol.Resources;

/**
 * What one worker lacked between the start and the end of a phase, in the units that it is judged in. Nothing here is
 * divided among clients: a measure that many clients share would hide what delays each of them.
 */
record GeneratorEvidence(Resources phase, int machineCores) {
    /** Two workers that read their clocks some milliseconds apart. */
    private static final double EQUAL_CORES = 0.05;

    private static final double MAX_OF_CORES = 0.9;

    static GeneratorEvidence of(PhaseMember member) {
        return new GeneratorEvidence(member.reports.evidence(), Math.max(1, member.worker.hello.getCores()));
    }

    /** The time that was watched. */
    double windowNs() {
        return phase.getReadAtNs();
    }

    /** A part of that time; a sum that began before it cannot make it more than all of it. */
    double share(long ns) {
        return windowNs() <= 0 ? 0 : Math.clamp(ns / windowNs(), 0, 1);
    }

    /** Cores that it may use: its affinity mask or its quota. */
    double allowedCores() {
        return windowNs() <= 0 ? 0 : phase.getCpuAllowedNs() / windowNs();
    }

    double usedCores() {
        return windowNs() <= 0 ? 0 : phase.getCpuNs() / windowNs();
    }

    /** Of what it may use. */
    double cpuShare() {
        return phase.getCpuAllowedNs() <= 0 ? 0 : (double) phase.getCpuNs() / phase.getCpuAllowedNs();
    }

    /** Cores that it may use, and that others used. */
    double othersCores() {
        double idle = windowNs() <= 0 ? 0 : phase.getCpuIdleNs() / windowNs();
        return Math.max(0, allowedCores() - usedCores() - idle);
    }

    /** Whether others used more of the cores that it may use, and left none idle. */
    boolean crowded() {
        return othersCores() > usedCores() && usedCores() + othersCores() > MAX_OF_CORES * allowedCores();
    }

    /** Of what was left for it: what it used itself, and what nobody used. */
    double leftShare() {
        double leftNs = Math.min(phase.getCpuAllowedNs(), phase.getCpuNs() + phase.getCpuIdleNs());
        return leftNs <= 0 ? 0 : phase.getCpuNs() / leftNs;
    }

    /** Of all outcomes; 0 if nothing was completed. */
    double meanServiceNs() {
        return mean(phase.getServiceNs(), phase.getServiceSamples());
    }

    /** How late a client would have run, on average over the time. */
    double canaryNs() {
        return mean(phase.getCanaryLateNs(), phase.getCanarySamples());
    }

    /** The part of it that was a wait for a core, not for other work of this process. */
    double timerNs() {
        return Math.min(canaryNs(), mean(phase.getTimerLateNs(), phase.getCanarySamples()));
    }

    double handoverNs() {
        return mean(phase.getHandoverNs(), phase.getHandovers());
    }

    /**
     * The share that all workers of its host used of the cores that it may use. Only those that may use as many cores, more
     * than one: others may be pinned elsewhere.
     */
    double hostShare(Iterable<PhaseMember> members, PhaseMember self) {
        double siblings = 0;
        for (PhaseMember member : members) {
            GeneratorEvidence other = of(member);
            boolean shares = member != self
                    && member.worker.hello.getHost().equals(self.worker.hello.getHost())
                    && allowedCores() > 1 + EQUAL_CORES
                    && Math.abs(other.allowedCores() - allowedCores()) < EQUAL_CORES;
            siblings += shares ? other.usedCores() : 0;
        }
        return allowedCores() <= 0 ? 0 : (usedCores() + Math.min(siblings, othersCores())) / allowedCores();
    }

    /** A sum over all cores of the machine as the share of one core. */
    double shareOfCore(long ns) {
        return share(ns / machineCores);
    }

    private static double mean(long sum, long count) {
        return count <= 0 ? 0 : (double) sum / count;
    }
}
