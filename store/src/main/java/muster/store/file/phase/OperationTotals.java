package muster.store.file.phase;

import muster.model.SnapshotReport.Series;
import muster.store.file.histogram.DecodedHistogram;
import muster.store.file.histogram.ValueCounts;

/** Sums of one operation, timing and outcome; absolute, so that writing them twice is harmless. */
final class OperationTotals {
    final ValueCounts counts = new ValueCounts();
    long samples;
    long inTime;
    long elements;
    long bytesSent;
    long bytesReceived;
    long retries;
    long clamped;
    String firstMessage = "";

    /** Takes the decoded number of samples: what is shown as counted is not a field that somebody filled in. */
    void add(Series series, long decoded, boolean isInTime) {
        samples += decoded;
        inTime += isInTime ? decoded : 0;
        elements += series.elements();
        bytesSent += series.bytesSent();
        bytesReceived += series.bytesReceived();
        retries += series.retries();
        clamped += series.clamped();
        firstMessage = firstMessage.isEmpty() ? series.firstMessage() : firstMessage;
    }

    /** Samples that were completed in time. */
    void add(DecodedHistogram histogram) {
        counts.add(histogram);
        samples += histogram.samples;
        inTime += histogram.samples;
    }

    /** Takes the sums of another; the histogram stays. */
    void restore(OperationTotals sums) {
        samples = sums.samples;
        inTime = sums.inTime;
        elements = sums.elements;
        bytesSent = sums.bytesSent;
        bytesReceived = sums.bytesReceived;
        retries = sums.retries;
        clamped = sums.clamped;
        firstMessage = sums.firstMessage;
    }
}
