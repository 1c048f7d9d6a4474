package muster.coordinator.core.event;

import java.util.List;
import muster.model.CheckRow;
import muster.model.UnfinishedRun;

/**
 * A run that an earlier incarnation of the coordinator began and did not end, as its store tells of it.
 *
 * @param epoch that incarnation; {@link UnfinishedRun#GIVEN_UP} if none goes on with it unasked
 * @param phases what was begun, finished or not, in no order; attempts that were given up are left out
 * @param checks what was stored of them; those of attempts that were given up are left out
 */
public record InterruptedRun(
        long runId,
        long epoch,
        Submission submission,
        RunScript script,
        List<UnfinishedRun.Phase> phases,
        List<CheckRow> checks) {
    /** Whether an incarnation has waited for its workers in vain: then none brings it back. */
    public boolean givenUp() {
        return epoch == UnfinishedRun.GIVEN_UP;
    }
}
