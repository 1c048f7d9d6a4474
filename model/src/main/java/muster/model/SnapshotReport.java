package muster.model;

import java.util.List;
import java.util.Map;

/**
 * What a worker reported for an interval: accepted or quarantined as a whole.
 *
 * @param stream the load of the phase that all of it is of
 * @param epoch of the coordinator that took it
 * @param covered the indexes that it covers, each once; it has one service and one response sample of each
 * @param answers what their comparison with a reference gave
 * @param resources gauges and sums of the worker's process by name, units last ("cpu_ns")
 */
public record SnapshotReport(
        SnapshotKey key,
        int stream,
        String worker,
        long epoch,
        boolean accepted,
        IntervalFigures figures,
        List<IndexRange> covered,
        AnswerReport answers,
        Map<String, Long> resources) {
    /** Of the same snapshot, with other figures, answers and resources. */
    public SnapshotReport with(IntervalFigures others, AnswerReport compared, Map<String, Long> used) {
        return new SnapshotReport(key, stream, worker, epoch, accepted, others, covered, compared, used);
    }
}
