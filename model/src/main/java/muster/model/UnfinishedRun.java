package muster.model;

import java.util.List;

/**
 * A run that its coordinator did not end.
 *
 * @param epoch the incarnation of the coordinator that served it, or {@link #GIVEN_UP}
 * @param request what was asked for, as the store got it when the run began
 * @param phases begun ones, finished or not
 * @param checks in the order in which they were written; those of abandoned attempts are left out
 */
public record UnfinishedRun(long runId, long epoch, byte[] request, List<Phase> phases, List<CheckRow> checks) {
    /** Later than every incarnation: no worker has served one that could go on with the run. */
    public static final long GIVEN_UP = Long.MAX_VALUE;

    /** One phase; {@code startNs} is 0 if it had not started, {@code endNs} if a count bounds it. */
    public record Phase(
            PhaseState state,
            boolean abandoned,
            boolean finished,
            long startNs,
            long endNs,
            long lastCompletionNs,
            List<Part> parts) {}

    /** A session's part in it; {@code lost} is what it held when it left, if {@code left}. */
    public record Part(
            long session,
            String worker,
            int clients,
            long offsetNs,
            long offsetErrorNs,
            long joinedNs,
            boolean left,
            List<IndexRange> lost) {}
}
