package muster.store.file.phase;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.model.IndexRange;
import muster.model.SampledOperations.Sample;
import muster.model.SnapshotReport;
import muster.model.SnapshotReport.Series;
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
    /** A clock that is further ahead is broken, or lies: every second up to there would become a row. */
    private static final long MAX_AHEAD_NS = 3_600_000_000_000L;

    /** One for each thread that checks: to make one costs more than to decode what a report holds. */
    private static final ThreadLocal<HistogramDecoder> BLOBS = ThreadLocal.withInitial(HistogramDecoder::new);

    private SnapshotCheck() {}

    /**
     * Decodes every histogram and compares the counts.
     *
     * @param nowNs unix nanoseconds of the clock that the report is stamped with
     * @throws InvalidSnapshotException unless the samples fields equal the histograms' counts, and service samples over outcomes =
     *     covered indexes = response samples over outcomes (operation "transaction" stands outside)
     */
    public static VerifiedSnapshot verify(SnapshotReport report, long nowNs) {
        bounds(report, nowNs + MAX_AHEAD_NS);
        List<DecodedHistogram> histograms = new ArrayList<>();
        Map<String, Long> samples = samples(report.series(), histograms);
        long covered = covered(report.covered());
        compare("service", samples.getOrDefault("service", 0L), covered);
        compare("response", samples.getOrDefault("response", 0L), covered);
        AnswerCountCheck.verify(report);
        return new VerifiedSnapshot(report, histograms);
    }

    private static void bounds(SnapshotReport report, long latestNs) {
        require(report.seq() > 0, "seq " + report.seq() + " is not positive");
        require(report.startNs() <= report.endNs(), "it ends before it starts");
        boolean past = report.endNs() <= latestNs && report.lastCompletionNs() <= latestNs;
        require(past, "it ends more than an hour in the future");
        atMost(MAX_SERIES, report.series().size(), "series");
        atMost(MAX_RANGES, report.covered().size(), "covered ranges");
        atMost(MAX_SLOW, report.slow().size(), "slow operations");
        atMost(MAX_RESOURCES, report.resources().size(), "resources");
        report.slow().forEach(slow -> name(slow.operation(), slow.outcome()));
        atMost(MAX_SAMPLES, report.sampled().operations().size(), "single operations");
        report.sampled().operations().forEach(SnapshotCheck::sample);
        report.resources().keySet().forEach(SnapshotCheck::name);
    }

    private static void sample(Sample sample) {
        name(sample.operation(), sample.outcome());
        atMost(MAX_STAGES, sample.stages().size(), "stages of one operation");
        sample.stages().forEach(stage -> name(stage.stage()));
    }

    /** Samples by timing, without transactions. Adds the decoded histograms to a list. */
    private static Map<String, Long> samples(List<Series> all, List<DecodedHistogram> histograms) {
        Map<String, Long> samples = new HashMap<>();
        Set<PhaseAggregate.Key> seen = new HashSet<>();
        HistogramDecoder blobs = BLOBS.get();
        int buckets = 0;
        for (Series series : all) {
            PhaseAggregate.Key key = key(series);
            if (!seen.add(key)) {
                throw new InvalidSnapshotException("two series of " + key);
            }
            DecodedHistogram decoded = decode(blobs, series, key);
            histograms.add(decoded);
            buckets += decoded.buckets();
            atMost(MAX_BUCKETS, buckets, "buckets of histograms");
            samples.merge(key.isTransaction() ? "" : key.timing(), decoded.samples, Math::addExact);
        }
        return samples;
    }

    private static PhaseAggregate.Key key(Series series) {
        name(series.operation(), series.timing(), series.outcome());
        atMost(MAX_MESSAGE, series.firstMessage().length(), "characters of first message");
        boolean counters = series.elements() >= 0
                && series.bytesSent() >= 0
                && series.bytesReceived() >= 0
                && series.retries() >= 0
                && series.clamped() >= 0;
        PhaseAggregate.Key key = new PhaseAggregate.Key(series.operation(), series.timing(), series.outcome());
        if (!counters) {
            throw new InvalidSnapshotException("a negative counter in " + key);
        }
        return key;
    }

    private static DecodedHistogram decode(HistogramDecoder blobs, Series series, PhaseAggregate.Key key) {
        try {
            DecodedHistogram decoded = blobs.decode(series.histogram());
            if (decoded.samples != series.samples()) {
                throw new InvalidSnapshotException(
                        "samples " + series.samples() + ", histogram holds " + decoded.samples);
            }
            return decoded;
        } catch (InvalidSnapshotException bad) {
            throw new InvalidSnapshotException(key + ": " + bad.getMessage());
        }
    }

    private static long covered(List<IndexRange> ranges) {
        long covered = 0;
        for (IndexRange range : ranges) {
            if (!isSound(range)) {
                throw new InvalidSnapshotException(range + " is no range of an interval");
            }
            covered += range.count();
        }
        require(covered <= MAX_INDEXES, covered + " indexes are more than an interval can hold");
        disjoint(ranges.stream()
                .sorted(Comparator.comparingLong(IndexRange::first))
                .toList());
        return covered;
    }

    private static boolean isSound(IndexRange range) {
        boolean positive = range.first() >= 0 && range.count() > 0 && range.stride() > 0;
        return positive
                && range.count() <= MAX_INDEXES
                && range.stride() <= (Long.MAX_VALUE - range.first()) / range.count();
    }

    /** Finds what is surely covered twice; the store's union of all reports finds the rest. */
    private static void disjoint(List<IndexRange> sorted) {
        for (int i = 1; i < sorted.size(); i++) {
            IndexRange before = sorted.get(i - 1);
            IndexRange after = sorted.get(i);
            if (last(before) >= after.first() && meet(before, after)) {
                throw new InvalidSnapshotException(before + " and " + after + " overlap");
            }
        }
    }

    /** Whether the first index of the later range belongs to the earlier one, where strides let us tell. */
    private static boolean meet(IndexRange before, IndexRange after) {
        boolean comparable = before.stride() == after.stride() || before.count() == 1 || after.count() == 1;
        long stride = before.count() == 1 ? after.stride() : before.stride();
        return comparable && (after.first() - before.first()) % stride == 0;
    }

    private static long last(IndexRange range) {
        return range.first() + (range.count() - 1) * range.stride();
    }

    private static void compare(String timing, long samples, long covered) {
        require(samples == covered, samples + " " + timing + " samples, but " + covered + " covered indexes");
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
