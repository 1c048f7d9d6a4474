package muster.model;

import java.util.List;
import java.util.Map;

/**
 * A worker's part in a phase; written again when something of it changes (leftNs).
 *
 * @param offsetNs coordinator clock minus worker's monotonic clock, frozen for the phase
 * @param offsetErrorNs bound of its error
 * @param lateStartNs how much later than the set start the worker could begin; 0 if it was in time
 * @param leftNs 0 while it is there
 * @param lost what it held when it left, and had neither reported nor given back: it may have executed these
 * @param target what the target said of itself: versions, address
 */
public record WorkerRow(
        PhaseAt at,
        String worker,
        long session,
        String language,
        String host,
        int clients,
        long offsetNs,
        long offsetErrorNs,
        long lateStartNs,
        long joinedNs,
        long leftNs,
        String leftReason,
        List<IndexRange> lost,
        Map<String, String> environment,
        Map<String, String> target) {}
