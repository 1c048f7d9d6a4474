package muster.worker.engine.record;

import java.util.List;
import muster.model.Series;
import muster.model.Series.Counters;
import muster.worker.engine.execution.Timings;
import muster.workloads.operation.OperationKind;
import muster.workloads.target.Outcome;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/** What one interval holds of one operation with one outcome. */
final class OperationStats {
    private static final int MAX_MESSAGE = 500;

    private final OperationKind kind;
    private final Outcome outcome;
    private final @Nullable IntCountsHistogram[] timings = new IntCountsHistogram[Timings.COUNT];
    private long elements;
    private long bytesSent;
    private long bytesReceived;
    private long retries;
    private long clamped;
    private String firstMessage = "";

    OperationStats(OperationKind kind, Outcome outcome) {
        this.kind = kind;
        this.outcome = outcome;
    }

    OperationKind kind() {
        return kind;
    }

    Outcome outcome() {
        return outcome;
    }

    void record(int timing, long valueNs) {
        IntCountsHistogram histogram = timings[timing];
        if (histogram == null) {
            histogram = timings[timing] = Timings.histogram();
        }
        long recordedNs = Timings.clamp(valueNs);
        if (recordedNs != valueNs) {
            clamped++;
        }
        histogram.recordValue(recordedNs);
    }

    void addElements(long more) {
        elements += more;
    }

    void addBytes(long sent, long received) {
        bytesSent += sent;
        bytesReceived += received;
    }

    void addRetry() {
        retries++;
    }

    void message(String message) {
        if (firstMessage.isEmpty()) {
            firstMessage = message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE);
        }
    }

    long samples(int timing) {
        IntCountsHistogram histogram = timings[timing];
        return histogram == null ? 0 : histogram.getTotalCount();
    }

    void add(OperationStats other) {
        for (int timing = 0; timing < timings.length; timing++) {
            if (other.samples(timing) > 0) {
                add(timing, other.timings[timing]);
            }
        }
        addElements(other.elements);
        addBytes(other.bytesSent, other.bytesReceived);
        retries += other.retries;
        clamped += other.clamped;
        message(other.firstMessage);
    }

    private void add(int timing, @Nullable IntCountsHistogram more) {
        IntCountsHistogram histogram = timings[timing];
        if (histogram == null) {
            histogram = timings[timing] = Timings.histogram();
        }
        if (more != null) {
            histogram.add(more);
        }
    }

    /** Empties it for the next interval; a timing that this one did not use gives its memory back. */
    void reset() {
        for (int timing = 0; timing < timings.length; timing++) {
            IntCountsHistogram histogram = timings[timing];
            if (histogram != null && histogram.getTotalCount() == 0) {
                timings[timing] = null;
            } else if (histogram != null) {
                histogram.reset();
            }
        }
        elements = bytesSent = bytesReceived = retries = clamped = 0;
        firstMessage = "";
    }

    /** Adds its series, with their histograms encoded. */
    void series(List<Series> into) {
        if (samples(Timings.SERVICE) > 0 || retries > 0) {
            into.add(service());
        }
        for (int timing = Timings.RESPONSE; timing < timings.length; timing++) {
            IntCountsHistogram histogram = timings[timing];
            if (histogram != null && histogram.getTotalCount() > 0) {
                into.add(series(timing, histogram, Counters.NONE, ""));
            }
        }
    }

    private Series service() {
        IntCountsHistogram histogram = timings[Timings.SERVICE];
        return series(
                Timings.SERVICE,
                histogram == null ? Timings.histogram() : histogram,
                new Counters(elements, bytesSent, bytesReceived, retries, clamped),
                firstMessage);
    }

    private Series series(int timing, IntCountsHistogram histogram, Counters counters, String message) {
        return new Series(
                new Series.Key(kind.label(), Timings.label(timing), outcome.name()),
                histogram.getTotalCount(),
                counters,
                message,
                Timings.encode(histogram));
    }

    /** How long its operations were in service, summed up. */
    long serviceNs() {
        IntCountsHistogram histogram = timings[Timings.SERVICE];
        return histogram == null ? 0 : Math.round(histogram.getMean() * histogram.getTotalCount());
    }
}
