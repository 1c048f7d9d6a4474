package muster.store.file.phase;

import java.util.List;
import muster.model.SnapshotReport;
import muster.store.file.histogram.DecodedHistogram;

/** A report that {@link SnapshotCheck#verify} believes, with its histograms decoded: decoding costs most of a commit. */
public final class VerifiedSnapshot {
    public final SnapshotReport report;
    /** One for each series of the report. */
    final List<DecodedHistogram> histograms;

    public VerifiedSnapshot(SnapshotReport report, List<DecodedHistogram> histograms) {
        this.report = report;
        this.histograms = histograms;
    }
}
