package muster.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import muster.model.AnswerReport;
import muster.model.IndexRange;
import muster.model.IntervalFigures;
import muster.model.IntervalFigures.Window;
import muster.model.PhaseAt;
import muster.model.PhaseRow;
import muster.model.RunRow;
import muster.model.SampledOperations;
import muster.model.Series;
import muster.model.SnapshotKey;
import muster.model.SnapshotReport;
import muster.model.StepRow;
import muster.store.file.Store;
import muster.store.file.phase.SnapshotCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A phase that ends a quarter second after a whole one, and is drained until the next. */
class PerSecondSeriesTest {
    private static final long SECOND = 1_000_000_000;
    private static final int SAMPLES = 10;
    /** Ten times 1,000 ns. */
    private static final byte[] HISTOGRAM = HexFormat.of()
            .parseHex("1c84931400000023789c9369992cccc0c0c0cc0001309a11c87433d8b180c1fe0344e03cbf08005e250540");

    @TempDir
    private Path folder;

    @Test
    void what_is_drained_in_the_last_second_is_no_throughput_of_it() {
        Path file = folder.resolve("run.db");
        long startNs = 1_700_000_000L * SECOND;
        try (Store store = Store.open(file)) {
            PhaseAt at = begin(store, startNs, startNs + SECOND + SECOND / 4);
            commit(store, at, 1, startNs, startNs + SECOND);
            commit(store, at, 2, startNs + SECOND, startNs + SECOND + SECOND / 4);
            commit(store, at, 3, startNs + SECOND + SECOND / 4, startNs + 2 * SECOND);
        }
        try (PerSecondSeries rows = new PerSecondSeries(file)) {
            // Ten in a second, then ten in a quarter of one; ten more came later.
            assertThat(rows.all(1, startNs + 10 * SECOND).replace(" ", ""))
                    .contains("\"throughput_per_s\":10.0", "\"throughput_per_s\":40.0")
                    .doesNotContain("80.0");
        }
    }

    private static PhaseAt begin(Store store, long startNs, long endNs) {
        long run = store.runs()
                .begin(new RunRow("r", "cluster", "p", "name: p\n", "noop", "noop", 1, startNs, Map.of("cores", "2")));
        store.runs().step(new StepRow(run, 1, "{}"));
        PhaseAt at = new PhaseAt(run, 1, 1, "measure");
        store.phases().phase(new PhaseRow(at, 1, "measure", 1, 0, -1, startNs, endNs, 1, "running"));
        return at;
    }

    private static void commit(Store store, PhaseAt at, int seq, long startNs, long endNs) {
        List<Series> series = List.of(series("service"), series("response"));
        List<IndexRange> covered = List.of(new IndexRange((seq - 1L) * SAMPLES, SAMPLES, 1));
        Window window = new Window(startNs, endNs, endNs - 1, endNs - 1);
        IntervalFigures figures = new IntervalFigures(window, series, 0, 0, List.of(), SampledOperations.NONE);
        SnapshotReport report = new SnapshotReport(
                new SnapshotKey(at, 1, seq), 0, "w1", 1, true, figures, covered, AnswerReport.NONE, Map.of());
        store.phases().commit(List.of(SnapshotCheck.verify(report)), List.of());
    }

    private static Series series(String timing) {
        return new Series(new Series.Key("noop", timing, "ok"), SAMPLES, Series.Counters.NONE, "", HISTOGRAM);
    }
}
