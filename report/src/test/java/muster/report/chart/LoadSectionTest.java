package muster.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import muster.report.RunReport;
import muster.report.run.RunReader;
import muster.store.file.ProfiledRun;
import muster.store.file.SampleRun;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A phase that starts a quarter into a second, with a spike from 5 s to 7 s: whole seconds begin 0.75 s after its end. */
class LoadSectionTest {
    @TempDir
    private Path folder;

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
}
