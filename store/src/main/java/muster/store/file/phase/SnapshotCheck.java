package muster.store.file.phase;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import muster.model.IntervalFigures;
import muster.model.SampledOperations.Sample;
import muster.model.Series;
import muster.model.SnapshotReport;
import muster.store.file.histogram.DecodedHistogram;
import muster.store.file.histogram.HistogramDecoder;
import muster.store.file.histogram.InvalidSnapshotException;

/** Decides whether a report may be believed, before it is committed. Safe with bytes of a stranger; any thread. */
public final class SnapshotCheck {
    private static final int MAX_SERIES = 4_096;
    /** Of all histograms of a report: a blob of fifty bytes may hold thousands, of twelve bytes each. */
    private static final int MAX_BUCKETS = 4_000_000;

    private static final int MAX_RANGES = 1_000_000;
    private static final int MAX_SLOW = 1_000;
    private static final int MAX_SAMPLES = 1_000;
    private static final int MAX_STAGES = 128;
    private static final int MAX_RESOURCES = 256;
    private static final int MAX_NAME = 256;
    private static final int MAX_MESSAGE = 4_096;
    private static final long MAX_INDEXES = 50_000_000;

    /** One for each thread that checks: to make one costs more than to decode what a report holds. */
    private static final ThreadLocal<HistogramDecoder> BLOBS = ThreadLocal.withInitial(HistogramDecoder::new);

    private SnapshotCheck() {}

    /**
     * Decodes every histogram, and finds what only that can: whether it holds the samples that its series says. That these account
     * for the covered indexes, and that those are what the worker held, each once, at times that can be, the core has
     * decided before ({@link muster.model.IntervalFigures#accountFor}): it must, as it marks them done.
     *
     * @throws InvalidSnapshotException unless the samples fields equal the histograms' counts, each key has one series, and nothing is
     *     larger than any row of a worker
     */
    public static VerifiedSnapshot verify(SnapshotReport report) {
        sizes(report);
        List<DecodedHistogram> histograms = decode(report.figures().series());
        AnswerCountCheck.verify(report);
        return new VerifiedSnapshot(report, histograms);
    }

    private static void sizes(SnapshotReport report) {
        IntervalFigures figures = report.figures();
        atMost(MAX_SERIES, figures.series().size(), "series");
        atMost(MAX_RANGES, report.covered().size(), "covered ranges");
        long indexes = LivePhase.indexes(report);
        require(indexes <= MAX_INDEXES, indexes + " indexes are more than an interval can hold");
        atMost(MAX_SLOW, figures.slow().size(), "slow operations");
        atMost(MAX_RESOURCES, report.resources().size(), "resources");
        figures.slow().forEach(slow -> name(slow.operation(), slow.outcome()));
        atMost(MAX_SAMPLES, figures.sampled().operations().size(), "single operations");
        figures.sampled().operations().forEach(SnapshotCheck::sample);
        report.resources().keySet().forEach(SnapshotCheck::name);
    }

    private static void sample(Sample sample) {
        name(sample.operation(), sample.outcome());
        atMost(MAX_STAGES, sample.stages().size(), "stages of one operation");
        sample.stages().forEach(stage -> name(stage.stage()));
    }

    private static List<DecodedHistogram> decode(List<Series> all) {
        List<DecodedHistogram> histograms = new ArrayList<>();
        Set<Series.Key> seen = new HashSet<>();
        HistogramDecoder blobs = BLOBS.get();
        int buckets = 0;
        for (Series series : all) {
            Series.Key key = series.key();
            name(key.operation(), key.timing(), key.outcome());
            atMost(MAX_MESSAGE, series.firstMessage().length(), "characters of first message");
            if (!seen.add(key)) {
                throw new InvalidSnapshotException("two series of " + key);
            }
            DecodedHistogram decoded = decode(blobs, series);
            histograms.add(decoded);
            buckets += decoded.buckets();
            atMost(MAX_BUCKETS, buckets, "buckets of histograms");
        }
        return histograms;
    }

    private static DecodedHistogram decode(HistogramDecoder blobs, Series series) {
        try {
            DecodedHistogram decoded = blobs.decode(series.histogram());
            if (decoded.samples != series.samples()) {
                throw new InvalidSnapshotException(
                        "samples " + series.samples() + ", histogram holds " + decoded.samples);
            }
            return decoded;
        } catch (InvalidSnapshotException bad) {
            throw new InvalidSnapshotException(series.key() + ": " + bad.getMessage());
        }
    }

    private static void name(String... names) {
        for (String name : names) {
            require(!name.isEmpty(), "an empty name");
            atMost(MAX_NAME, name.length(), "characters in a name");
        }
    }

    /** Like all that is looked at once a series, it makes its text only if it is needed: that took a tenth of the check. */
    private static void atMost(int most, int found, String what) {
        if (found > most) {
            throw new InvalidSnapshotException(found + " " + what + ", at most " + most);
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new InvalidSnapshotException(otherwise);
        }
    }
}
