package muster.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.model.PhaseRow;
import muster.model.RunRow;
import muster.model.Series;
import muster.model.StepRow;
import muster.store.file.Given;
import muster.store.file.Store;
import muster.text.JsonReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSoFarTest {
    private static final long NOW = Given.START + 5 * Given.SECOND;

    private static final String PLAN = """
            name: r
            target: {kind: noop}
            workload: {kind: graphity, users: 10}
            phases: [{kind: measure, duration: 10s}]
            thresholds: [post max < 2us, post p99 < 2us, service mean <= 3us, feed max < 6us, feed errors < 1, follow p99 < 1s, "errors% < 1", "throughput > 1/s"]
            """;

    @TempDir
    private Path folder;

    /** Five operations in a measure phase that is running. */
    private static void answered(Store store, long run) {
        answered(
                store,
                run,
                Given.all(
                        Given.both("post", "ok", Given.histogram(1_000, 2_000, 3_000)),
                        Given.both("post", "timeout", Given.histogram(9_000)),
                        Given.both("feed", "ok", Given.histogram(5_000))));
    }

    private static void answered(Store store, long run, List<Series> series) {
        PhaseAt at = Given.measure(run);
        store.phases().phase(new PhaseRow(at, 1, "measure", 1, 0, -1, Given.START, 0, 1, "running"));
        Given.commit(store, List.of(Given.report(at, 1, 1, Given.START, series, Given.range(0, 5))), List.of());
    }

    private static Map<?, ?> told(RunSoFar soFar, long run, long nowNs) {
        return (Map<?, ?>) Objects.requireNonNull(JsonReader.read(soFar.json(run, nowNs)));
    }

    private static Map<?, ?> first(Map<?, ?> told, String part) {
        return (Map<?, ?>) ((List<?>) Objects.requireNonNull(told.get(part))).getFirst();
    }

    @Test
    void each_operation_has_a_row_and_checks_of_ended_phases_are_counted() {
        Path file = folder.resolve("s.db");
        long run;
        try (Store store = Store.open(file)) {
            run = Given.run(store);
            answered(store, run);
            store.runs()
                    .checks(List.of(
                            check(run, "threshold", "p99 < 1ms", "2 ms", false),
                            check(run, "threshold", "p50 < 1ms", "1 us", true),
                            check(run, "validity", "hiccups", "0", true)));
        }
        try (RunSoFar soFar = new RunSoFar(file)) {
            Map<?, ?> told = told(soFar, run, NOW);
            assertThat((List<?>) told.get("operations")).hasSize(2);
            assertThat(first(told, "operations").get("operation")).isEqualTo("feed");
            Map<?, ?> post = (Map<?, ?>) ((List<?>) told.get("operations")).getLast();
            assertThat(((Number) post.get("ok_per_s")).doubleValue())
                    .isEqualTo(3 * ((Number) post.get("errors_per_s")).doubleValue());
            assertThat(first(told, "checks").toString())
                    .contains("kind=threshold", "checked=2", "failed=1", "failures=p99 < 1ms: 2 ms");
            assertThat(first(told, "phases").toString()).contains("kind=measure", "running=1", "start_s=1.70000000");
            assertThat((List<?>) told.get("servers")).isEmpty();
        }
    }

    /** By what was answered in the last ten seconds; nothing is said of an operation that there is not, or of a percentile that has too few samples. */
    @Test
    void thresholds_say_what_they_come_to_while_their_phase_is_running() {
        Path file = folder.resolve("s.db");
        long run;
        try (Store store = Store.open(file)) {
            run = planned(store);
            answered(store, run);
        }
        try (RunSoFar soFar = new RunSoFar(file)) {
            assertThat(thresholds(soFar, run, NOW))
                    .containsExactly(
                            "post max < 2us: 3.00 us false",
                            "service mean <= 3us: 2.75 us true",
                            "feed max < 6us: 5.00 us true",
                            "feed errors < 1: 0 true",
                            "errors% < 1: 20 false",
                            "throughput > 1/s: 5.3/s true");
            assertThat(thresholds(soFar, run, NOW + 60 * Given.SECOND)).isEmpty();
        }
    }

    /** No throughput is what it is, and no error, too: both are told. */
    @Test
    void thresholds_of_a_database_that_answers_nothing_are_missed() {
        Path file = folder.resolve("s.db");
        long run;
        try (Store store = Store.open(file)) {
            run = planned(store);
            answered(store, run, Given.all(Given.both("post", "timeout", Given.histogram(9_000, 9_000))));
        }
        try (RunSoFar soFar = new RunSoFar(file)) {
            assertThat(thresholds(soFar, run, NOW))
                    .containsExactly("errors% < 1: 100 false", "throughput > 1/s: 0.0/s false");
        }
    }

    private static long planned(Store store) {
        long run =
                store.runs().begin(new RunRow("r", "cluster", "noop", PLAN, "noop", "noop", 42, Given.START, Map.of()));
        store.runs().step(new StepRow(run, 1, "{}"));
        return run;
    }

    private static List<String> thresholds(RunSoFar soFar, long run, long nowNs) {
        Map<?, ?> told = told(soFar, run, nowNs);
        return ((List<?>) Objects.requireNonNull(told.get("thresholds")))
                .stream()
                        .map(row -> (Map<?, ?>) row)
                        .map(row -> row.get("text") + ": " + row.get("observed") + " " + row.get("met"))
                        .toList();
    }

    private static CheckRow check(long run, String kind, String name, String observed, boolean passed) {
        return new CheckRow(run, 1, 1, kind, name, "x", observed, passed, "", "");
    }
}
