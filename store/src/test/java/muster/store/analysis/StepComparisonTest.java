package muster.store.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import muster.store.analysis.StepComparison.Kind;
import muster.store.analysis.StepComparison.Verdict;
import muster.store.analysis.statistics.Interval;
import muster.store.file.Given;
import muster.store.file.Store;
import muster.store.file.row.PhaseAt;
import muster.store.file.row.PhaseRow;
import muster.store.file.row.RunEnd;
import muster.store.file.row.RunRow;
import muster.store.file.row.StepRow;
import muster.store.file.sqlite.Query;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of two algorithms whose feeds and posts take a known time in each trial. */
class StepComparisonTest {
    private static final int SAMPLES = 200;
    private static final double RESOLUTION = 0.01;

    @TempDir
    private Path folder;

    /** Service times in microseconds of the trials 1, 2, ... of one step. */
    private record Times(String algorithm, long[] feeds, long[] posts) {}

    private Query run(Times... steps) {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            long run = store.runs()
                    .begin(new RunRow(
                            "demo", "cluster", "noop", "name: demo\n", "noop", "graphity", 42, Given.START, Map.of()));
            for (int step = 1; step <= steps.length; step++) {
                store.runs()
                        .step(new StepRow(
                                run, step, "{\"workload.algorithm\": \"" + steps[step - 1].algorithm() + "\"}"));
                trials(store, run, step, steps[step - 1]);
            }
            store.runs().end(new RunEnd(run, "complete", Given.START + Given.SECOND, "valid", "none", 0, ""));
        }
        return Query.open(file);
    }

    private static void trials(Store store, long run, int step, Times times) {
        for (int trial = 1; trial <= times.feeds().length; trial++) {
            PhaseAt at = new PhaseAt(run, step, trial, "measure");
            store.phases()
                    .phase(new PhaseRow(
                            at, 1, "measure", 2, 0, -1, Given.START, Given.START + Given.SECOND, 1, "running"));
            var series = Given.all(
                    Given.both("feed", "ok", Given.histogram(values(times.feeds()[trial - 1]))),
                    Given.both("post", "ok", Given.histogram(values(times.posts()[trial - 1]))));
            Given.commit(
                    store,
                    List.of(Given.report(at, trial, 1, Given.START, series, Given.range(0, 2 * SAMPLES))),
                    List.of());
            store.phases().end(Given.end(at, Given.START + Given.SECOND, 2 * SAMPLES));
        }
    }

    /** Times around the mean, so that the middle of a bucket is not decisive. */
    private static long[] values(long meanUs) {
        long[] values = new long[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            values[i] = meanUs * 1_000 * (SAMPLES / 2 + i) / SAMPLES;
        }
        return values;
    }

    private static StepComparison read(Query query) {
        return StepComparison.read(query, 1, "workload.algorithm", "stou", "graphity", 1);
    }

    /** Feeds take half as long in every pair and posts 1.5 times; the cold trial says the opposite of both. */
    @Test
    void each_operation_is_compared_pair_by_pair_without_the_cold_one() {
        try (Query query = run(
                new Times("stou", new long[] {9_000, 4_000, 3_000, 2_000}, new long[] {90_000, 8_000, 6_000, 4_000}),
                new Times("graphity", new long[] {90_000, 2_020, 1_500, 990}, new long[] {9_000, 12_000, 9_100, 5_950
                }))) {
            Verdict feeds = read(query).verdict("feed");
            Verdict posts = read(query).verdict("post");
            assertThat(feeds.pairs()).isEqualTo(3);
            assertThat(feeds.kind()).isEqualTo(Kind.SHORTER);
            assertThat(feeds.ratio().estimate()).isCloseTo(0.5, within(RESOLUTION));
            assertThat(posts.kind()).isEqualTo(Kind.LONGER);
            assertThat(posts.ratio().estimate()).isCloseTo(1.5, within(RESOLUTION));
        }
    }

    /** Both sides get faster from trial to trial by far more than they differ. */
    @Test
    void a_drift_that_meets_both_steps_alike_does_not_widen_the_interval() {
        try (Query query = run(
                new Times("stou", new long[] {1, 9_000, 5_000, 3_000}, new long[] {1, 1_000, 1_000, 1_000}),
                new Times("graphity", new long[] {1, 9_900, 5_500, 3_300}, new long[] {1, 1_000, 1_000, 1_000}))) {
            Interval ratio = read(query).verdict("feed").ratio();
            assertThat(ratio.low()).isBetween(1.09, 1.1);
            assertThat(ratio.high()).isBetween(1.1, 1.11);
        }
    }

    @Test
    void an_interval_that_contains_1_decides_nothing() {
        try (Query query = run(
                new Times("stou", new long[] {1, 2_000, 2_000, 2_000}, new long[] {1, 1_000, 1_000, 1_000}),
                new Times("graphity", new long[] {1, 1_000, 3_000, 1_500}, new long[] {1, 1_000, 1_000, 1_000}))) {
            assertThat(read(query).verdict("feed").kind()).isEqualTo(Kind.UNDECIDED);
        }
    }

    @Test
    void two_pairs_decide_nothing_however_alike_they_are() {
        try (Query query = run(
                new Times("stou", new long[] {1, 2_000, 2_000}, new long[] {1, 1_000, 1_000}),
                new Times("graphity", new long[] {1, 1_000, 1_001}, new long[] {1, 1_000, 1_000}))) {
            Verdict feeds = read(query).verdict("feed");
            assertThat(feeds.ratio().high()).isLessThan(1);
            assertThat(feeds.kind()).isEqualTo(Kind.UNDECIDED);
        }
    }

    @Test
    void a_trial_that_only_one_step_completed_is_no_pair() {
        try (Query query = run(
                new Times("stou", new long[] {1, 2_000, 2_000, 2_000}, new long[] {1, 1, 1, 1}),
                new Times("graphity", new long[] {1, 1_000}, new long[] {1, 1}))) {
            assertThat(read(query).verdict("feed").pairs()).isEqualTo(1);
        }
    }
}
