package muster.store.file.phase;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import muster.model.AnswerReport.Counts;
import muster.model.Series;
import muster.model.SnapshotReport;
import muster.store.file.histogram.InvalidSnapshotException;

/** Whether a report's counts of answers can be true of the operations that it holds: none has more answers than samples. */
final class AnswerCountCheck {
    private AnswerCountCheck() {}

    /** @throws InvalidSnapshotException unless empty <= answered <= samples and compared + unchecked <= samples, each once an operation */
    static void verify(SnapshotReport report) {
        Map<String, Long> samples = new HashMap<>();
        for (Series series : report.figures().series()) {
            if (series.key().timing().equals("service")) {
                samples.merge(series.key().operation(), series.samples(), Long::sum);
            }
        }
        Set<String> seen = new HashSet<>();
        for (Counts counts : report.answers().counts()) {
            long most = samples.getOrDefault(counts.operation(), 0L);
            boolean possible = seen.add(counts.operation())
                    && within(counts.answered(), most)
                    && within(counts.empty(), counts.answered())
                    && within(counts.compared(), most)
                    && within(counts.unchecked(), most - counts.compared());
            if (!possible) {
                throw new InvalidSnapshotException("answers of an operation are more than its " + most + " samples");
            }
        }
    }

    private static boolean within(long count, long most) {
        return count >= 0 && count <= most;
    }
}
