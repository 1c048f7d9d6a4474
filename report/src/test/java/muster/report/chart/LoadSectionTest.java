package muster.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import muster.model.PhaseAt;
import muster.model.PhaseRow;
import muster.model.ProfileRow;
import muster.model.RunEnd;
import muster.model.StepRow;
import muster.model.StreamRow;
import muster.report.RunReport;
import muster.report.plot.Chart;
import muster.report.plot.Legend;
import muster.report.plot.LinearScale;
import muster.report.plot.LogScale;
import muster.report.plot.Mark.Line;
import muster.report.plot.Plot;
import muster.report.run.RunReader;
import muster.store.file.Given;
import muster.store.file.GivenReport;
import muster.store.file.ProfiledRun;
import muster.store.file.SampleRun;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A phase that starts a quarter into a second, with a spike from 5 s to 7 s: whole seconds begin 0.75 s after its end. */
class LoadSectionTest {
    private static final int WRITERS_A_S = 500;

    @TempDir
    private Path folder;

    private int files;

    /** 10 ms in each of 20 s, but these. */
    private static List<Integer> latencies(Map<Integer, Integer> others) {
        List<Integer> all = new ArrayList<>(Collections.nCopies(20, 10));
        others.forEach(all::set);
        return all;
    }

    private List<String> recoveries(ProfiledRun profiled) {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            profiled.write(store);
        }
        try (Query query = Query.open(file)) {
            RunReader reader = new RunReader(query, 1);
            return LoadSection.read(reader, reader.measured().getFirst(), 400, "")
                    .orElseThrow()
                    .recoveries();
        }
    }

    @Test
    void latency_is_back_at_the_first_second_from_which_it_stays_within_a_tenth_of_before() {
        Map<Integer, Integer> others = Map.of(5, 200, 6, 900, 7, 900, 8, 500, 9, 11, 10, 12, 11, 11);
        assertThat(recoveries(new ProfiledRun(latencies(others), 500, 0)))
                .containsExactly(
                        "p99 back below 1.1 times its 10.0 ms before 3.75 s after the spike (at most 900 ms until then; each p99 over 1 s)");
    }

    @Test
    void the_bound_of_the_plan_comes_first() {
        Map<Integer, Integer> others = Map.of(5, 200, 6, 900, 7, 900, 8, 500, 9, 11, 10, 12, 11, 11);
        assertThat(recoveries(new ProfiledRun(latencies(others), 500, 50_000_000)))
                .containsExactly(
                        "p99 back below 50.0 ms 1.75 s after the spike (at most 900 ms until then; each p99 over 1 s)");
    }

    @Test
    void one_that_is_never_back_is_said_to_be_so() {
        assertThat(recoveries(new ProfiledRun(latencies(Map.of(5, 200, 19, 60)), 500, 50_000_000)))
                .singleElement()
                .asString()
                .startsWith("p99 was not back below 50.0 ms in the 12.8 s between the spike and the end of the phase");
    }

    @Test
    void few_responses_a_second_are_taken_together_until_there_is_a_p99() {
        assertThat(recoveries(new ProfiledRun(latencies(Map.of(6, 900, 7, 900, 8, 20)), 100, 50_000_000)))
                .containsExactly(
                        "p99 back below 50.0 ms 750 ms after the spike (at most 900 ms until then; each p99 over 3 s)");
    }

    @Test
    void the_page_draws_the_profile_and_one_without_a_profile_does_not() {
        Path file = folder.resolve("page.db");
        try (Store store = Store.open(file)) {
            new ProfiledRun(latencies(Map.of(6, 900)), 500, 0).write(store);
            SampleRun.small("plain").write(store);
        }
        try (Query query = Query.open(file)) {
            assertThat(RunReport.read(query, 1).html())
                    .contains(
                            "rate a spike, 1 worker",
                            "Offered, started and completed",
                            "p99 back below",
                            "p99 is back");
            assertThat(RunReport.read(query, 1).plots()).containsKeys("load.svg", "load-latency.svg");
            assertThat(RunReport.read(query, 2).html()).doesNotContain("Offered, started and completed");
        }
    }

    /** Writers with a spike next to scans with clients, and writers that come first in the file as they do in the plan. */
    private LoadSection streams(Map<Integer, Integer> writers, Map<Integer, Integer> scans, int scansAS) {
        Path file = folder.resolve("streams" + files++ + ".db");
        try (Store store = Store.open(file)) {
            writeStreams(store, latencies(writers), latencies(scans), scansAS);
        }
        try (Query query = Query.open(file)) {
            RunReader reader = new RunReader(query, 1);
            return LoadSection.read(reader, reader.measured().getFirst(), 400, "")
                    .orElseThrow();
        }
    }

    private static void writeStreams(Store store, List<Integer> writers, List<Integer> scans, int scansAS) {
        long run = SampleRun.small("streams").begin(store);
        store.runs().step(new StepRow(run, 1, "{}"));
        PhaseAt at = Given.measure(run);
        long end = SampleRun.START + writers.size() * Given.SECOND;
        List<StreamRow> streams =
                List.of(new StreamRow(0, "writers", 64, WRITERS_A_S), new StreamRow(1, "scans", 4, 0));
        store.phases().phase(new PhaseRow(at, 1, "measure", 68, 0, -1, SampleRun.START, end, 1, "running", streams, 0));
        List<ProfileRow.Point> corners = List.of(
                new ProfileRow.Point(0, WRITERS_A_S),
                new ProfileRow.Point(5, 5_000),
                new ProfileRow.Point(7, WRITERS_A_S),
                new ProfileRow.Point(writers.size(), WRITERS_A_S));
        store.phases()
                .profile(new ProfileRow(
                        at, 0, "rate", "a spike", corners, 5 * Given.SECOND, 7 * Given.SECOND, 50_000_000));
        for (int second = 0; second < writers.size(); second++) {
            long startNs = second == 0 ? SampleRun.START : (SampleRun.START / Given.SECOND + second) * Given.SECOND;
            commit(store, at, 0, "writers post", second, startNs, WRITERS_A_S, writers.get(second));
            commit(store, at, 1, "scans top", second, startNs, scansAS, scans.get(second));
        }
        store.phases().end(Given.end(at, end, 0));
        store.runs().end(new RunEnd(run, "complete", end, "valid", "none", 0, ""));
    }

    private static void commit(
            Store store, PhaseAt at, int stream, String operation, int second, long startNs, int samples, int ms) {
        Histogram histogram = Given.histogram();
        histogram.recordValueWithCount(ms * 1_000_000L, samples);
        Given.commit(
                store,
                List.of(GivenReport.of(at, 1, 2L * second + stream + 1).stream(stream)
                        .from(startNs)
                        .series(Given.both(operation, "ok", histogram))
                        .resources(Map.of("handovers", (second + 1L) * WRITERS_A_S))
                        .covered(Given.range(((long) stream << 48) + (long) second * samples, samples))
                        .build()),
                List.of());
    }

    private static List<String> names(Chart chart) {
        return Legend.of(chart).stream().map(Legend.Entry::name).toList();
    }

    @Test
    void each_stream_has_its_lines_over_the_time_of_all_and_its_profile_a_line_of_text() {
        LoadSection section = streams(Map.of(6, 900), Map.of(), 300);
        assertThat(section.charts()).hasSize(2);
        assertThat(names(section.charts().getFirst()))
                .containsExactly(
                        "writers completed (ok)",
                        "writers started",
                        "writers offered",
                        "scans completed (ok)",
                        "writers p99 is back");
        assertThat(names(section.charts().getLast()))
                .startsWith("writers p50", "writers p99", "scans p50", "scans p99");
        assertThat(section.profiles()).containsExactly("writers: rate a spike");
        assertThat(section.description()).isEmpty();
    }

    private static Line line(Chart chart, String name) {
        return (Line) ((Plot) chart)
                .marks().stream()
                        .filter(mark -> mark.name().equals(name))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void a_stream_has_only_what_is_its_own() {
        List<Chart> charts = streams(Map.of(), Map.of(10, 40), 300).charts();
        assertThat(line(charts.getFirst(), "writers completed (ok)")
                        .points()
                        .get(10)
                        .y())
                .isEqualTo(500, within(1e-6));
        assertThat(line(charts.getFirst(), "writers started").points().get(10).y())
                .isEqualTo(500, within(1e-6));
        assertThat(line(charts.getFirst(), "scans completed (ok)")
                        .points()
                        .get(10)
                        .y())
                .isEqualTo(300, within(1e-6));
        assertThat(line(charts.getLast(), "writers p99").points()).noneMatch(point -> point.y() > 11e6);
        assertThat(line(charts.getLast(), "scans p99").points()).anyMatch(point -> point.y() > 39e6);
    }

    @Test
    void loads_far_apart_share_a_logarithmic_axis() {
        assertThat(((Plot) streams(Map.of(), Map.of(), 300).charts().getFirst())
                        .left()
                        .scale())
                .isInstanceOf(LinearScale.class);
        assertThat(((Plot) streams(Map.of(), Map.of(), 5).charts().getFirst())
                        .left()
                        .scale())
                .isInstanceOf(LogScale.class);
    }

    @Test
    void the_time_to_recover_is_of_the_stream_with_the_spike_and_of_those_that_it_slowed() {
        Map<Integer, Integer> slow = Map.of(5, 200, 6, 900, 7, 900, 8, 500);
        assertThat(streams(slow, Map.of(5, 30, 6, 30, 7, 12, 8, 12), 300).recoveries())
                .containsExactly(
                        "writers p99 back below 50.0 ms 1.75 s after the spike (at most 900 ms until then; each p99 over 1 s)",
                        "scans p99 back below 1.1 times its 10.0 ms before 1.75 s after the spike of writers"
                                + " (at most 30.0 ms until then; each p99 over 1 s)");
        assertThat(streams(slow, Map.of(), 300).recoveries())
                .singleElement()
                .asString()
                .startsWith("writers p99 back");
    }
}
