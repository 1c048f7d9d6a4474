package muster.store;

import java.util.List;

/** A report that {@link SnapshotCheck#verify} believes, with its histograms decoded: decoding costs most of a commit. */
public final class VerifiedReport {
    final SnapshotReport report;
    /** One for each series of the report. */
    final List<Decoded> histograms;

    VerifiedReport(SnapshotReport report, List<Decoded> histograms) {
        this.report = report;
        this.histograms = histograms;
    }
}
