package muster.coordinator.server.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.MeasuredTime;
import muster.coordinator.core.event.PhaseBooks;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.verdict.ThresholdCheck;
import muster.model.AnswerReport;
import muster.model.CheckRow;
import muster.model.IndexRange;
import muster.model.IntervalFigures;
import muster.model.IntervalFigures.Window;
import muster.model.PhaseAt;
import muster.model.PhaseEnd;
import muster.model.PhaseRow;
import muster.model.RunRow;
import muster.model.SampledOperations;
import muster.model.Series;
import muster.model.SnapshotKey;
import muster.model.SnapshotReport;
import muster.model.StepRow;
import muster.store.file.PhaseRecords;
import muster.store.file.Store;
import muster.store.file.phase.SnapshotCheck;
import muster.workloads.plan.rule.Threshold;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a real store file: what thresholds are judged by is what the views show. */
class ThresholdFiguresTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long START = 1_700_000_000L * SECOND;

    @TempDir
    private Path folder;

    @Test
    void a_threshold_of_throughput_leaves_out_what_was_drained_after_the_end() {
        try (Store store = Store.open(folder.resolve("f.db"))) {
            long run = store.runs().begin(new RunRow("r", "cluster", "p", "name: p", "noop", "noop", 1, 1, Map.of()));
            store.runs().step(new StepRow(run, 1, "{}"));
            PhaseAt at = new PhaseAt(run, 1, 1, "measure");
            store.phases().phase(new PhaseRow(at, 0, "measure", 4, 0, -1, START, START + 2 * SECOND, 1, "running"));
            commit(store, report(at, 1, START, 4, 0));
            commit(store, report(at, 2, START + 2 * SECOND, 6, 4));
            store.phases().end(new PhaseEnd(at, "complete", START + 2 * SECOND, 10, 0, List.of()));

            PhaseFigures figures = ThresholdFigures.of(
                    store.phases().aggregate(at),
                    new MeasuredTime(2, Map.of()),
                    Map.of("", new PhaseBooks(10, 10, 0, 10)),
                    List.of(),
                    List.of());
            Object shown = store.query("select throughput_per_s from step_summary")
                    .rows()
                    .getFirst()
                    .getFirst();
            assertThat(shown).isEqualTo(2.0);
            assertThat(figures.throughputPerS()).isEqualTo(2.0);
            assertThat(figures.operations())
                    .hasSize(4)
                    .allSatisfy(row -> assertThat(row.throughputPerS()).isEqualTo(2.0))
                    .allSatisfy(row -> assertThat(row.samples()).isEqualTo(10));
            assertThat(ThresholdCheck.thresholds(
                            at,
                            figures,
                            List.of(new Threshold("throughput > 3/s", "", "response", "throughput", ">", 3)),
                            true))
                    .extracting(CheckRow::observed, CheckRow::passed)
                    .containsExactly(org.assertj.core.groups.Tuple.tuple("2.0/s", false));
            assertThat(store.phases().coverage(at)).isEqualTo(Map.of("", new PhaseRecords.Coverage(10, 10, 0, 10)));
        }
    }

    private static void commit(Store store, SnapshotReport report) {
        store.phases().commit(List.of(SnapshotCheck.verify(report)), List.of());
    }

    private static SnapshotReport report(PhaseAt at, long seq, long startNs, int samples, long first) {
        IntervalFigures figures = new IntervalFigures(
                new Window(startNs, startNs + SECOND, startNs + SECOND - 1, startNs + SECOND - 1),
                List.of(series("service", samples), series("response", samples)),
                0,
                0,
                List.of(),
                SampledOperations.NONE);
        return new SnapshotReport(
                new SnapshotKey(at, 1, seq),
                0,
                "w1",
                7,
                true,
                figures,
                List.of(new IndexRange(first, samples, 1)),
                AnswerReport.NONE,
                Map.of());
    }

    private static Series series(String timing, int samples) {
        Histogram histogram = new Histogram(1, 3_600_000_000_000L, 3);
        histogram.recordValueWithCount(1_000, samples);
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        byte[] blob = Arrays.copyOf(buffer.array(), histogram.encodeIntoCompressedByteBuffer(buffer));
        return new Series(new Series.Key("post", timing, "ok"), samples, Series.Counters.NONE, "", blob);
    }
}
