package muster.store.file.phase;

import muster.model.Series;
import muster.model.Series.Counters;
import muster.store.file.histogram.DecodedHistogram;
import muster.store.file.histogram.ValueCounts;

/** Sums of one operation, timing and outcome; absolute, so that writing them twice is harmless. */
final class OperationTotals {
    final ValueCounts counts = new ValueCounts();
    long samples;
    long inTime;
    Counters counters = Counters.NONE;
    String firstMessage = "";

    /** Takes the decoded number of samples: what is shown as counted is not a field that somebody filled in. */
    void add(Series series, DecodedHistogram decoded, boolean isInTime) {
        counts.add(decoded);
        samples += decoded.samples;
        inTime += isInTime ? decoded.samples : 0;
        counters = counters.plus(series.counters());
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
        counters = sums.counters;
        firstMessage = sums.firstMessage;
    }
}
