package muster.model;

/**
 * A crash of the server within a phase, and what it did. Times are nanoseconds of the coordinator's clock.
 *
 * @param how "kill", "power" or "pause"
 * @param crashNs the signal was sent
 * @param downNs all processes were gone, or stopped
 * @param readyNs the server answered a query again, or went on
 * @param firstOkNs end of the interval with the first ok after that; 0 if there was none
 * @param recoveredNs end of the first second with 90 % of the throughput before; 0 if there was none
 * @param beforePerS ok a second, from the start of the phase to the crash
 * @param acknowledged writes that were answered with ok before the crash
 * @param acknowledgedAfter and after it
 * @param lost acknowledged writes that are gone
 * @param oldestLostNs age of the oldest of them at the crash, at most
 * @param unknown writes without an answer, or with an error
 * @param unknownKept those of them that are there
 * @param refused writes that were answered with absent
 * @param phantoms those of them that are there
 * @param halfTransactions of which a part is there
 * @param unjudged writes to edges that others wrote too
 */
public record CrashRow(
        PhaseAt at,
        String how,
        long crashNs,
        long downNs,
        long readyNs,
        long firstOkNs,
        long recoveredNs,
        double beforePerS,
        long acknowledged,
        long acknowledgedAfter,
        long lost,
        long oldestLostNs,
        long unknown,
        long unknownKept,
        long refused,
        long phantoms,
        long halfTransactions,
        long unjudged) {}
