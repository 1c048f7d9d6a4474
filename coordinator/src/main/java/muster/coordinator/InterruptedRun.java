package muster.coordinator;

import java.util.List;
import java.util.Map;
import muster.store.InterruptedRow;

/**
 * A run that an earlier incarnation of the coordinator began and did not end, as its store tells of it.
 *
 * @param epoch that incarnation
 * @param phases what was begun, finished or not, in no order; attempts that were given up are left out
 * @param judged whether verdicts of a measured phase are stored
 * @param invalid whether one of them found the generator at fault
 * @param missed whether one of them missed a threshold
 * @param fingerprints by step: the state of the database after the load, as its first trial found it
 */
public record InterruptedRun(
        long runId,
        long epoch,
        Submission submission,
        RunScript script,
        List<InterruptedRow.Phase> phases,
        boolean judged,
        boolean invalid,
        boolean missed,
        Map<Integer, String> fingerprints) {}
