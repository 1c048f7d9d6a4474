package muster.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import muster.report.plot.Svg;
import muster.report.run.RunReader;
import muster.report.stage.StageNames;
import muster.store.file.SampleRun;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelineTest {
    @TempDir
    private Path folder;

    @Test
    void where_histograms_are_too_many_to_merge_the_timeline_names_the_operation_that_it_shows() {
        Path file = folder.resolve("run.db");
        long run = written(file);
        try (Query query = Query.open(file)) {
            RunReader reader = new RunReader(query, run);
            Seconds seconds = Seconds.read(reader, reader.measured().getFirst(), 400);
            LatencyBins each = LatencyBins.ofEach(reader, seconds);
            Timeline timeline = Timeline.of(
                    Optional.empty(),
                    each,
                    WorkerArrivals.read(reader, seconds),
                    OutageBands.read(reader, seconds),
                    "");
            assertThat(Svg.file(timeline.chart(List.of())))
                    .contains(">p50 of follow (right)<")
                    .doesNotContain(">p50 (right)<");
        }
    }

    @Test
    void stages_have_the_names_that_users_know() {
        assertThat(List.of("wait", "lease", "tls", "made up").stream().map(StageNames::of))
                .containsExactly("wait for server", "wait for lease", "TLS handshake", "made up");
    }

    private static long written(Path file) {
        try (Store store = Store.open(file)) {
            return SampleRun.small("many").write(store);
        }
    }
}
