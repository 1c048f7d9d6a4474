package muster.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import muster.model.PhaseAt;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Band;
import muster.report.plot.Mark.Line;
import muster.report.plot.Plot;
import muster.report.run.RunReader;
import muster.store.file.Given;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTimelineTest {
    @TempDir
    private Path folder;

    private static void phase(Store store, PhaseAt at, String kind, long index, int operations) {
        Given.begin(store, at, kind, 3, -1);
        long[] times = new long[operations];
        Arrays.fill(times, 1_000_000);
        Given.commit(
                store,
                List.of(Given.report(
                        at,
                        1,
                        1,
                        Given.START,
                        Given.all(Given.both("post", "ok", Given.histogram(times))),
                        Given.range(index, operations))),
                List.of());
        store.phases().end(Given.end(at, Given.START + 3 * Given.SECOND, operations));
    }

    @Test
    void all_phases_stand_over_one_time_with_a_band_for_each_kind() {
        Path file = folder.resolve("run.db");
        long run;
        try (Store store = Store.open(file)) {
            run = Given.run(store);
            phase(store, new PhaseAt(run, 1, 1, "load"), "load", 0, 12);
            phase(store, Given.measure(run), "measure", 0, 30);
        }
        try (Query query = Query.open(file)) {
            Plot plot = (Plot) RunTimeline.read(new RunReader(query, run)).orElseThrow();
            assertThat(plot.marks()).extracting(Mark::name).containsExactly("load", "measure", "ok in a second");
            assertThat(((Line) plot.marks().getLast()).points().getFirst().y()).isEqualTo(42);
            assertThat(((Band) plot.marks().getFirst()).ranges().getFirst().x()).isZero();
            assertThat(((Band) plot.marks().getFirst()).ranges().get(1).x()).isEqualTo(3);
        }
    }

    @Test
    void a_run_of_one_phase_has_none() {
        Path file = folder.resolve("run.db");
        long run;
        try (Store store = Store.open(file)) {
            run = Given.run(store);
            phase(store, Given.measure(run), "measure", 0, 30);
        }
        try (Query query = Query.open(file)) {
            assertThat(RunTimeline.read(new RunReader(query, run))).isEmpty();
        }
    }
}
