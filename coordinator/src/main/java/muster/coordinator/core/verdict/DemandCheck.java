package muster.coordinator.core.verdict;

import static muster.coordinator.core.verdict.CheckRows.format;

/**
 * Whether a generator's threads wanted more processor time than there was: what they used and what they waited for, by
 * what it may use. Lateness is compared with the mean service time, which grows with the clients where the generator
 * itself is the limit; this is not. A generator that waits for a database wants little, however busy the machine is.
 * Limit and reasons: docs/decisions/0007-validity.md.
 */
final class DemandCheck {
    /** Threads that run or wait to, on average, for each core that it may use. */
    private static final double MAX_DEMAND = 1.5;

    /** A database at its limit leaves a generator less; its threads then wait long, for short pieces of work. */
    private static final double MIN_OWN_SHARE = 0.4;

    private DemandCheck() {}

    static void judge(CheckRows checks, String worker, GeneratorEvidence evidence) {
        long wantedNs = evidence.phase().getCpuNs() + evidence.phase().getRunQueueWaitNs();
        long allowedNs = evidence.phase().getCpuAllowedNs();
        double demand = allowedNs <= 0 ? 0 : (double) wantedNs / allowedNs;
        checks.add(
                "processor demand",
                "<= " + format(MAX_DEMAND) + " of what it may use, or used at most 0.4 of it",
                format(demand),
                demand <= MAX_DEMAND || evidence.cpuShare() <= MIN_OWN_SHARE,
                worker,
                "generator out of CPU: its threads wanted " + format(demand)
                        + " times the processor time that it may use");
    }
}
