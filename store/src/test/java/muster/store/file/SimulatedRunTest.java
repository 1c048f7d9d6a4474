package muster.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import muster.model.CheckRow;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.SnapshotReport;
import muster.model.StepRow;
import muster.store.file.phase.LivePhase;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedRunTest {
    private static final int SECONDS = 30;

    @TempDir
    Path folder;

    /** Reports come late, twice, in any order, some are fenced; half way the writer closes and another goes on. */
    @RepeatedTest(3)
    void planned_is_covered_and_missing_and_covered_is_counted_whatever_came_when() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        PhaseAt at = new PhaseAt(1, 1, 1, "measure");
        List<SnapshotReport> reports = reports(at, random);
        List<SnapshotReport> sent = new ArrayList<>(reports);
        reports.stream().filter(report -> random.nextInt(4) == 0).forEach(sent::add);
        Collections.shuffle(sent, random);
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            Given.begin(store, Given.measure(Given.run(store)), "measure", SECONDS, -1);
            send(store, sent.subList(0, sent.size() / 2), random);
        }
        try (Store store = Store.open(file)) {
            send(store, sent.subList(sent.size() / 2, sent.size()), random);
            IndexRange[] missing = reports.stream()
                    .filter(report -> !report.accepted())
                    .flatMap(report -> report.covered().stream())
                    .toArray(IndexRange[]::new);
            long planned = indexes(reports, true) + indexes(reports, false);
            store.phases().end(Given.end(at, Given.START + SECONDS * Given.SECOND, planned, missing));

            assertThat(store.query("SELECT planned, covered, missing, counted, quarantined FROM coverage_summary")
                            .rows())
                    .containsExactly(List.of(
                            planned,
                            indexes(reports, true),
                            indexes(reports, false),
                            indexes(reports, true),
                            indexes(reports, false)));
            for (String sum : List.of(
                    "SELECT sum(count) FROM bucket WHERE timing = 'service'",
                    "SELECT sum(count) FROM bucket WHERE timing = 'response'",
                    "SELECT sum(count) FROM coverage WHERE kind = 'covered'",
                    "SELECT sum(operations) FROM interval_summary",
                    "SELECT sum(operations) FROM run_summary",
                    "SELECT sum(count) FROM outcome_summary",
                    "SELECT sum(samples) FROM jmeter_summary",
                    "SELECT sum(j.value ->> 1) FROM snapshot_batch, json_each(snapshot_batch.covered) j WHERE accepted")) {
                assertThat(store.query(sum).rows()).as(sum).containsExactly(List.of(indexes(reports, true)));
            }
            assertThat(intervals(store)).isEqualTo(expectedIntervals(reports));
        }
    }

    @Test
    void several_trials_are_merged_and_several_steps_have_no_figure_of_their_run() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            long run = Given.run(store);
            Histogram first = Given.histogram(1_000, 2_000, 3_000, 4_000, 5_000);
            Histogram second = Given.histogram(10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000);
            trial(store, new PhaseAt(run, 1, 1, "measure"), first);
            trial(store, new PhaseAt(run, 1, 2, "measure"), second);
            Histogram merged = first.copy();
            merged.add(second);
            assertThat(store.query("SELECT operations, throughput_per_s, p50_ns, p99_ns, max_ns FROM run_summary")
                            .rows())
                    .containsExactly(
                            Arrays.asList(12L, 6.0, merged.getValueAtPercentile(50), null, merged.getMaxValue()));
            assertThat(store.query("SELECT trial, p50_ns FROM step_summary").rows())
                    .containsExactly(
                            List.of(1L, first.getValueAtPercentile(50)), List.of(2L, second.getValueAtPercentile(50)));

            store.runs().step(new StepRow(run, 2, "{\"measure.clients\": 4}"));
            trial(store, new PhaseAt(run, 2, 1, "measure"), first);
            assertThat(store.query("SELECT operations, throughput_per_s, p50_ns, max_ns FROM run_summary")
                            .rows())
                    .containsExactly(Arrays.asList(17L, null, null, null));
        }
    }

    @Test
    void a_trial_is_judged_by_its_own_checks_and_warnings_decide_nothing() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            long run = Given.run(store);
            for (int trial = 1; trial <= 3; trial++) {
                trial(store, new PhaseAt(run, 1, trial, "measure"), Given.histogram(1));
                store.runs()
                        .checks(List.of(new CheckRow(run, 1, trial, "warning", "co-located", "", "", false, "", "")));
            }
            for (int trial = 1; trial <= 3; trial++) {
                store.runs()
                        .checks(List.of(new CheckRow(run, 1, trial, "validity", "lag", "", "", trial != 3, "w1", "")));
            }
            store.runs()
                    .checks(List.of(
                            new CheckRow(run, 1, 1, "threshold", "p99", "", "", true, "", ""),
                            new CheckRow(run, 1, 1, "oracle", "verify: feeds", "", "", true, "", ""),
                            new CheckRow(run, 1, 2, "threshold", "p99", "", "", false, "", ""),
                            new CheckRow(run, 1, 2, "oracle", "verify: feeds", "", "", false, "w1", ""),
                            new CheckRow(run, 1, 3, "oracle", CheckRow.STATE_AFTER_LOAD, "", "", true, "", "")));
            assertThat(store.query("SELECT trial, validity, thresholds, answers FROM step_summary ORDER BY trial")
                            .rows())
                    .containsExactly(
                            List.of(1L, "valid", "met", "right"),
                            List.of(2L, "valid", "missed", "wrong"),
                            List.of(3L, "invalid", "none", "not checked"));
        }
    }

    @Test
    void what_was_drained_after_the_end_is_in_latency_and_not_in_throughput() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 1, -1);
            Histogram five = Given.histogram(1, 2, 3, 4, 5);
            Given.commit(
                    store,
                    List.of(
                            Given.report(at, 1, 1, Given.START, Given.both("post", "ok", five), Given.range(0, 5)),
                            Given.report(
                                    at,
                                    1,
                                    2,
                                    Given.START + Given.SECOND,
                                    Given.both("post", "ok", Given.histogram(9_000)),
                                    Given.range(5, 1))),
                    List.of());
            store.phases().end(Given.end(at, Given.START + Given.SECOND, 6));
            assertThat(store.query("SELECT operations, throughput_per_s, max_ns >= 9000 FROM run_summary")
                            .rows())
                    .containsExactly(List.of(6L, 5.0, 1L));
            assertThat(store.query("SELECT throughput_per_s FROM operation_summary")
                            .rows())
                    .containsExactly(List.of(5.0), List.of(5.0));
        }
    }

    private static void trial(Store store, PhaseAt at, Histogram histogram) {
        Given.begin(store, at, "measure", 1, -1);
        Given.commit(
                store,
                List.of(Given.report(
                        at,
                        1,
                        1,
                        Given.START,
                        Given.both("post", "ok", histogram),
                        Given.range(0, histogram.getTotalCount()))),
                List.of());
        store.phases().end(Given.end(at, Given.START + Given.SECOND, histogram.getTotalCount()));
    }

    private static List<SnapshotReport> reports(PhaseAt at, Random random) {
        List<SnapshotReport> reports = new ArrayList<>();
        long next = 0;
        for (int second = 0; second < SECONDS; second++) {
            for (long worker = 1; worker <= 3; worker++) {
                long[] values =
                        random.longs(1 + random.nextInt(50), 1, 1_000_000_000).toArray();
                String outcome = random.nextInt(5) == 0 ? "timeout" : "ok";
                reports.add(Given.report(
                        at,
                        worker,
                        second + 1,
                        Given.START + second * Given.SECOND,
                        random.nextInt(6) > 0,
                        Given.both("post", outcome, Given.histogram(values)),
                        Given.range(next, values.length)));
                next += values.length;
            }
        }
        return reports;
    }

    private static void send(Store store, List<SnapshotReport> reports, Random random) {
        for (int from = 0; from < reports.size(); ) {
            int to = Math.min(reports.size(), from + 1 + random.nextInt(7));
            Given.commit(store, reports.subList(from, to), List.of());
            from = to;
        }
    }

    private static long indexes(List<SnapshotReport> reports, boolean accepted) {
        return reports.stream()
                .filter(report -> report.accepted() == accepted)
                .mapToLong(LivePhase::indexes)
                .sum();
    }

    private static Map<Long, Long> expectedIntervals(List<SnapshotReport> reports) {
        Map<Long, Long> expected = new TreeMap<>();
        for (SnapshotReport report : reports) {
            long second = (report.figures().window().startNs() - Given.START) / Given.SECOND;
            expected.merge(second, report.accepted() ? LivePhase.indexes(report) : 0, Long::sum);
        }
        // The phase ends within its last second, in which nothing was completed.
        expected.put((long) SECONDS, 0L);
        return expected;
    }

    private static Map<Long, Long> intervals(Store store) {
        Map<Long, Long> found = new TreeMap<>();
        store.query("SELECT second, operations FROM interval_summary")
                .rows()
                .forEach(row -> found.put((Long) row.get(0), (Long) row.get(1)));
        return found;
    }
}
