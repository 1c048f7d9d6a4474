package muster.store.file;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import muster.model.AnswerReport;
import muster.model.IndexRange;
import muster.model.LeaseRow;
import muster.model.PhaseAt;
import muster.model.PhaseEnd;
import muster.model.PhaseRow;
import muster.model.RunRow;
import muster.model.SampledOperations;
import muster.model.SnapshotReport;
import muster.model.SnapshotReport.Series;
import muster.model.StepRow;
import muster.store.file.histogram.HistogramDecoder;
import muster.store.file.phase.VerifiedSnapshot;
import org.HdrHistogram.Histogram;

/** Rows for tests: small runs whose figures are known. */
public final class Given {
    public static final long SECOND = 1_000_000_000L;
    public static final long START = 1_700_000_000L * SECOND + 250_000_000;

    private static final SampledOperations SAMPLED = new SampledOperations(
            100,
            List.of(new SampledOperations.Sample(
                    "post",
                    7,
                    "ok",
                    START + 1_000_000,
                    900,
                    950,
                    List.of(new SampledOperations.StageTime("execute", 700)))));

    private Given() {}

    public static long run(Store store) {
        long run = store.runs()
                .begin(new RunRow(
                        "nightly",
                        "cluster",
                        "noop",
                        "name: noop\n",
                        "noop",
                        "noop",
                        42,
                        START,
                        Map.of("java.version", "25", "DB_PASSWORD", "hunter2", "api.token", "x")));
        store.runs().step(new StepRow(run, 1, "{}"));
        return run;
    }

    public static PhaseAt measure(long run) {
        return new PhaseAt(run, 1, 1, "measure");
    }

    /** A phase of so many seconds, or one that is bound by its count if seconds is 0. */
    public static PhaseAt begin(Store store, PhaseAt at, String kind, int seconds, long planned) {
        long end = seconds == 0 ? 0 : START + seconds * SECOND;
        store.phases().phase(new PhaseRow(at, 1, kind, 64, 0, planned, START, end, 2, "running"));
        return at;
    }

    public static Histogram histogram(long... values) {
        Histogram histogram = new Histogram(1, 3_600_000_000_000L, 3);
        Arrays.stream(values).forEach(histogram::recordValue);
        return histogram;
    }

    public static byte[] blob(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        return Arrays.copyOf(buffer.array(), histogram.encodeIntoCompressedByteBuffer(buffer));
    }

    public static Series series(String operation, String timing, String outcome, Histogram histogram) {
        boolean service = timing.equals("service");
        long samples = histogram.getTotalCount();
        return new Series(
                operation,
                timing,
                outcome,
                samples,
                service ? 2 * samples : 0,
                service ? 100 * samples : 0,
                service ? 1024 * samples : 0,
                0,
                0,
                service && !outcome.equals("ok") ? outcome + " because" : "",
                blob(histogram));
    }

    /** Service and response of one operation. */
    public static List<Series> both(String operation, String outcome, Histogram histogram) {
        return List.of(
                series(operation, "service", outcome, histogram), series(operation, "response", outcome, histogram));
    }

    @SafeVarargs
    public static List<Series> all(List<Series>... some) {
        List<Series> all = new ArrayList<>();
        for (List<Series> each : some) {
            all.addAll(each);
        }
        return all;
    }

    /** Commits what may be unsound in itself: the store trusts {@link SnapshotCheck}. */
    public static void commit(Store store, List<SnapshotReport> reports, List<LeaseRow> leases) {
        store.phases().commit(reports.stream().map(Given::decoded).toList(), leases);
    }

    private static VerifiedSnapshot decoded(SnapshotReport report) {
        try (HistogramDecoder blobs = new HistogramDecoder()) {
            return new VerifiedSnapshot(
                    report,
                    report.series().stream()
                            .map(series -> blobs.decode(series.histogram()))
                            .toList());
        }
    }

    public static SnapshotReport report(
            PhaseAt at, long session, long seq, long startNs, List<Series> series, IndexRange... covered) {
        return report(at, session, seq, startNs, true, series, covered);
    }

    public static SnapshotReport report(
            PhaseAt at,
            long session,
            long seq,
            long startNs,
            boolean accepted,
            List<Series> series,
            IndexRange... covered) {
        long endNs = (startNs / SECOND + 1) * SECOND;
        return new SnapshotReport(
                at,
                "w" + session,
                session,
                7,
                seq,
                startNs,
                endNs,
                endNs - 1,
                accepted,
                series,
                List.of(covered),
                seq * 31,
                List.of(new SnapshotReport.Slow("post", 3, endNs - 1, 900, 950, "ok")),
                Map.of("cpu_ns", 5_000L),
                0,
                answers(series),
                SAMPLED);
    }

    /** The same report, with other answers. */
    public static SnapshotReport with(SnapshotReport report, AnswerReport answers) {
        return new SnapshotReport(
                report.at(),
                report.worker(),
                report.session(),
                report.epoch(),
                report.seq(),
                report.startNs(),
                report.endNs(),
                report.lastCompletionNs(),
                report.accepted(),
                report.series(),
                report.covered(),
                report.digest(),
                report.slow(),
                report.resources(),
                report.content(),
                answers,
                report.sampled());
    }

    /** Each post was compared, and had a row. */
    private static AnswerReport answers(List<SnapshotReport.Series> series) {
        long posts = series.stream()
                .filter(each -> each.operation().equals("post") && each.timing().equals("service"))
                .mapToLong(SnapshotReport.Series::samples)
                .sum();
        return new AnswerReport(
                List.of(new AnswerReport.Counts("post", posts, 0, posts, 0)),
                List.of(new AnswerReport.Wrong("post", 7, "[7, \"a\"]", 2, 1, "- [\"b\", 1.5]")),
                List.of(new AnswerReport.Seen("post", 3, 1, "[20608]")));
    }

    public static IndexRange range(long first, long count) {
        return new IndexRange(first, count, 1);
    }

    public static PhaseEnd end(PhaseAt at, long endNs, long planned, IndexRange... missing) {
        return new PhaseEnd(at, "complete", endNs, planned, 0, List.of(missing));
    }
}
