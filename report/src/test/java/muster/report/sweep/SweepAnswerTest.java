package muster.report.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.model.AnswerReport;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.model.PhaseRow;
import muster.model.RunEnd;
import muster.model.RunRow;
import muster.model.SnapshotReport;
import muster.model.StepRow;
import muster.report.analysis.AnalysisException;
import muster.store.file.Given;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps whose trials of one second completed known numbers of operations. */
class SweepAnswerTest {
    private static final int RATE = 1_000;

    @TempDir
    private Path folder;

    private final List<Stored> steps = new ArrayList<>();

    /** How many trials at the start the store says that the answer leaves out. */
    private int coldTrials;

    /** Steps of which every answer to operation post is without a row. */
    private final Set<Integer> empty = new HashSet<>();

    /** Of each trial the steps in the order in which they were measured, counted from 1; none: at the same time. */
    private int[][] orders = {};

    /** A step: parameters as JSON, the rate (0 for a closed loop), operations and their service time by trial. */
    private record Stored(String parameters, double rate, String validity, int[] completed, long[] timeUs) {}

    private void step(String parameters, double rate, String validity, int... completed) {
        long[] times = new long[completed.length];
        Arrays.fill(times, 1_000);
        steps.add(new Stored(parameters, rate, validity, completed, times));
    }

    private List<SweepAnswer> read(String workload, @Nullable String by) {
        return read(workload, by, "complete");
    }

    private List<SweepAnswer> read(String workload, @Nullable String by, String state) {
        Path file = folder.resolve("run.db");
        try (Store store = Store.open(file)) {
            long run = store.runs()
                    .begin(new RunRow(
                            "sweep", "cluster", "noop", "name: s\n", "noop", workload, 42, Given.START, Map.of()));
            for (int i = 0; i < steps.size(); i++) {
                store.runs().step(new StepRow(run, i + 1, steps.get(i).parameters()));
                trials(store, run, i + 1, steps.get(i));
            }
            store.runs().end(new RunEnd(run, state, Given.START + Given.SECOND, "valid", "none", 0, ""));
        }
        try (Query query = Query.open(file)) {
            return SweepAnswer.read(query::table, 1, by);
        }
    }

    private void trials(Store store, long run, int step, Stored stored) {
        for (int trial = 1; trial <= stored.completed().length; trial++) {
            PhaseAt at = new PhaseAt(run, step, trial, "measure");
            long startNs = startNs(step, trial);
            int completed = stored.completed()[trial - 1];
            store.phases()
                    .phase(new PhaseRow(
                            at, 1, "measure", 2, stored.rate(), -1, startNs, startNs + Given.SECOND, 1, "running"));
            long[] feeds = new long[completed / 2];
            long[] posts = new long[completed - completed / 2];
            Arrays.fill(feeds, 1_000 * stored.timeUs()[trial - 1]);
            Arrays.fill(posts, 2_000 * stored.timeUs()[trial - 1]);
            var series = Given.all(
                    Given.both("feed", "ok", Given.histogram(feeds)), Given.both("post", "ok", Given.histogram(posts)));
            SnapshotReport report = Given.report(at, trial, 1, startNs, series, Given.range(0, completed));
            Given.commit(
                    store,
                    List.of(empty.contains(step) ? Given.with(report, withoutRows(completed)) : report),
                    List.of());
            store.phases().end(Given.end(at, startNs + Given.SECOND, completed));
            if (trial <= coldTrials) {
                store.runs()
                        .checks(List.of(
                                new CheckRow(run, step, trial, "fact", CheckRow.LEFT_OUT, "", "", true, "", "")));
            }
            boolean valid = stored.validity().equals("valid");
            store.runs()
                    .checks(List.of(new CheckRow(
                            run, step, trial, "validity", "cpu", "", "", valid, "", valid ? "" : "it was full")));
        }
    }

    private static AnswerReport withoutRows(long answers) {
        return new AnswerReport(List.of(new AnswerReport.Counts("post", 0, 0, answers, answers)), List.of(), List.of());
    }

    private long startNs(int step, int trial) {
        int place = orders.length == 0
                ? 0
                : Arrays.stream(orders[trial - 1]).boxed().toList().indexOf(step);
        return Given.START + 10 * Given.SECOND * (orders.length == 0 ? 0 : trial * 100L + place);
    }

    private static String algorithm(String name, int clients) {
        return "{\"workload.algorithm\": \"" + name + "\", \"measure.clients\": " + clients + "}";
    }

    @Test
    void the_best_step_is_named_with_its_values_and_how_much_better_it_is() {
        step(algorithm("stou", 1), 0, "valid", 100, 100, 101);
        step(algorithm("stou", 16), 0, "valid", 400, 401, 402);
        step(algorithm("graphity", 1), 0, "valid", 200, 202, 201);
        step(algorithm("graphity", 16), 0, "valid", 800, 810, 808);
        assertThat(read("graphity", null))
                .singleElement()
                .satisfies(answer -> assertThat(answer.sentence())
                        .matches("best of 4: algorithm=graphity clients=16 completes"
                                + " 2\\.01 times \\(1\\.9\\d to 2\\.0\\d\\) as much as algorithm=stou clients=16,"
                                + " 4\\.0\\d \\(3\\.9\\d to 4\\.\\d\\d\\) as algorithm=graphity clients=1,"
                                + " 8\\.0\\d \\(7\\.[89]\\d to 8\\.\\d\\d\\) as algorithm=stou clients=1;"
                                + " algorithm=graphity clients=16: 808 operations/s \\(79\\d to 81\\d\\)"))
                .satisfies(answer -> assertThat(answer.coldTrials()).isZero())
                .satisfies(answer -> assertThat(answer.operations()).hasSize(2));
    }

    @Test
    void the_first_of_four_trials_is_left_out_as_the_server_is_cold() {
        coldTrials = 1;
        step(algorithm("stou", 1), 0, "valid", 900, 100, 100, 101);
        step(algorithm("graphity", 1), 0, "valid", 10, 200, 202, 201);
        SweepAnswer answer = read("graphity", null).getFirst();
        assertThat(answer.coldTrials()).isOne();
        assertThat(answer.keys()).containsExactly("algorithm");
        assertThat(answer.sentence())
                .startsWith("best of 2: algorithm=graphity completes ")
                .contains("; algorithm=graphity: 201 operations/s");
    }

    /** As of a run that was stopped after three trials of four. */
    @Test
    void what_is_left_out_was_said_when_it_was_measured() {
        coldTrials = 1;
        step(algorithm("stou", 1), 0, "valid", 10, 100, 101);
        step(algorithm("graphity", 1), 0, "valid", 20, 200, 202);
        SweepAnswer answer = read("graphity", null, "stopped").getFirst();
        assertThat(answer.coldTrials()).isOne();
        assertThat(answer.sentence()).startsWith("undecided: ").contains("with 2 trials a step nothing shows");
    }

    /** Each has 100 operations, and a p99 needs 299. */
    @Test
    void steps_at_one_rate_whose_trials_are_too_short_for_a_p99_are_compared_by_their_operations() {
        steps.add(new Stored(
                algorithm("st", 1), 100, "valid", new int[] {100, 100, 100}, new long[] {2_000, 2_002, 2_001}));
        steps.add(new Stored(
                algorithm("stou", 1), 100, "valid", new int[] {100, 100, 100}, new long[] {1_000, 1_002, 1_001}));
        SweepAnswer read = read("graphity", null).getFirst();
        assertThat(read.sentence()).isEqualTo("algorithm=stou answers feed, post fastest");
        assertThat(read.details())
                .satisfiesExactly(
                        feed -> assertThat(feed)
                                .startsWith("feed: algorithm=stou answers 2.00 times (")
                                .contains(" as fast as algorithm=st; "),
                        post -> assertThat(post)
                                .startsWith("post: algorithm=stou answers 2.00 times (")
                                .contains(" as fast as algorithm=st; "));
    }

    @Test
    void steps_at_one_rate_without_a_p99_say_what_is_missing() {
        for (int clients = 1; clients <= 5; clients++) {
            step(algorithm("st", clients), 100, "valid", 100, 100, 100);
        }
        assertThat(read("graphity", null).getFirst().sentence())
                .isEqualTo("no answer: a trial with too few operations has no p99 (299 are needed); measure longer");
    }

    @Test
    void steps_that_differ_little_are_alike_within_a_bound_and_the_rest_is_behind() {
        step(algorithm("stou", 1), 0, "valid", 200, 220, 210, 215);
        step(algorithm("st", 1), 0, "valid", 205, 214, 214, 209);
        step(algorithm("graphity", 1), 0, "valid", 150, 160, 155, 158);
        SweepAnswer answer = read("graphity", null).getFirst();
        assertThat(answer.sentence())
                .matches(
                        "algorithm=stou completes 1\\.3\\d times \\(1\\.3\\d to 1\\.\\d\\d\\) as much as algorithm=graphity;"
                                + " alike within \\d\\S* % with algorithm=st \\(0\\.9\\d to 1\\.0\\d times\\);"
                                + " algorithm=stou: 21\\d operations/s \\(.*\\); about \\d+ more trials would tell which is"
                                + " better");
        assertThat(answer.details()).allMatch(line -> line.contains("alike"));
    }

    /** Of c alone 2.5 to 4.4 times its deviation would be enough, of one pair of three it is not. */
    @Test
    void where_no_step_is_the_best_intervals_hold_for_all_pairs_together() {
        step(algorithm("a", 1), 0, "valid", 1_000, 1_000, 1_000);
        step(algorithm("c", 1), 0, "valid", 932, 905, 878);
        assertThat(read("graphity", null).getFirst().sentence())
                .startsWith("best of 2: algorithm=a completes 1.11 times (1.03 to 1.19) as much as algorithm=c");
        step(algorithm("b", 1), 0, "valid", 1_010, 960, 1_000);
        assertThat(again().sentence())
                .startsWith("throughput alike within ")
                .contains("algorithm=c 905 operations/s (0.97 to 1.26 times)")
                .doesNotContain(" as much as ");
    }

    private SweepAnswer again() {
        folder.resolve("run.db").toFile().delete();
        return read("graphity", null).getFirst();
    }

    @Test
    void what_is_too_near_is_undecided_and_it_says_what_would_decide() {
        step(algorithm("stou", 1), 0, "valid", 100, 130, 115);
        step(algorithm("graphity", 1), 0, "valid", 120, 110, 130);
        SweepAnswer answer = read("graphity", null).getFirst();
        assertThat(answer.steps()).extracting(answer::remark).containsExactly("", "ahead");
        assertThat(answer.steps()).noneMatch(answer::isBest);
        assertThat(answer.sentence())
                .matches("undecided: throughput algorithm=graphity 120 operations/s, algorithm=stou 115 operations/s"
                        + " \\(0\\.\\d+ to 1\\.\\d+ times\\); about \\d+ more would decide it: --trials \\d+");
    }

    private void slower(String name, int... completed) {
        step(algorithm(name, 1), 0, "valid", completed);
    }

    /** On a server that slows down by 0.04 ms with each request, which makes what comes last look worst. */
    @Test
    void a_step_that_ran_last_in_each_trial_is_not_called_worse() {
        orders = new int[][] {{2, 3, 1}, {3, 2, 1}, {2, 3, 1}};
        slower("a", 184, 162, 147);
        slower("b", 200, 167, 156);
        slower("c", 191, 171, 151);
        SweepAnswer answer = read("noop", null).getFirst();
        assertThat(answer.steps()).noneMatch(answer::isBest);
        assertThat(answer.sentence()).doesNotContain("best of", " as much as ");
    }

    @Test
    void two_steps_of_which_one_ran_first_in_each_trial_are_not_told_apart() {
        orders = new int[][] {{1, 2}, {1, 2}, {1, 2}};
        slower("a", 200, 181, 166);
        slower("b", 180, 164, 151);
        SweepAnswer answer = read("noop", null).getFirst();
        assertThat(answer.sentence())
                .startsWith(
                        "no step is named the best: one of algorithm=a and algorithm=b ran first in most trials, so a drift"
                                + " would look the same; undecided: throughput algorithm=a 181 operations/s, algorithm=b 164")
                .endsWith("run it again, in a balanced order: --trials 5");
        assertThat(answer.remark(answer.steps().getFirst())).isEqualTo("ahead");
        assertThat(answer.operations())
                .noneMatch(operation -> operation.ranking().hasBetter())
                .noneMatch(operation -> operation.sentence().contains(" as fast as "));
    }

    @Test
    void operations_of_two_steps_of_which_one_ran_first_in_each_trial_are_not_told_apart() {
        orders = new int[][] {{1, 2}, {1, 2}, {1, 2}};
        int[] completed = {200, 200, 200};
        steps.add(new Stored(algorithm("a", 1), 0, "valid", completed, new long[] {2_000, 2_100, 2_200}));
        steps.add(new Stored(algorithm("b", 1), 0, "valid", completed, new long[] {2_300, 2_400, 2_500}));
        assertThat(read("noop", null).getFirst().details().getFirst())
                .matches("feed: undecided: mean service time algorithm=a 2\\.10 ms, algorithm=b 2\\.40 ms"
                        + " \\(1\\.1\\d to 1\\.1\\d times\\), as one of two ran first in most trials");
    }

    @Test
    void where_nothing_is_decided_a_trend_over_the_trials_is_the_reason() {
        orders = new int[][] {{1, 2}, {2, 1}, {1, 2}};
        slower("a", 200, 140, 100);
        slower("b", 180, 160, 90);
        SweepAnswer answer = read("noop", null).getFirst();
        assertThat(answer.sentence())
                .matches(
                        "no step is named the best: throughput fell by 5\\d\\S* % over the trials; undecided: throughput algorithm=\\w 1.*");
        assertThat(answer.details())
                .last()
                .asString()
                .matches(
                        "throughput fell by 5\\d\\S* % over the trials; each step ran as early as late as far as 3 trials allow;"
                                + " --trials 4 give each step each place equally often");
    }

    @Test
    void a_difference_that_is_larger_than_the_trend_is_decided_and_the_trend_said() {
        orders = new int[][] {{1, 2, 3}, {2, 3, 1}, {3, 1, 2}};
        slower("a", 400, 350, 300);
        slower("b", 190, 170, 140);
        slower("c", 180, 160, 150);
        SweepAnswer answer = read("noop", null).getFirst();
        assertThat(answer.sentence())
                .startsWith("best of 3: algorithm=a completes ")
                .contains("; algorithm=a: 350 operations/s");
        assertThat(answer.details())
                .last()
                .asString()
                .matches("throughput fell by 2\\d\\S* % over the trials; each step ran as early as late");
    }

    @Test
    void one_trial_decides_nothing() {
        step(algorithm("stou", 1), 0, "valid", 100);
        step(algorithm("graphity", 1), 0, "valid", 900);
        assertThat(read("graphity", null).getFirst().sentence())
                .contains(
                        "undecided: throughput algorithm=graphity 900 operations/s, algorithm=stou 100 operations/s; ",
                        "--trials 5");
    }

    @Test
    void an_invalid_step_is_never_the_best() {
        step(algorithm("stou", 1), 0, "valid", 100, 101, 102);
        step(algorithm("graphity", 1), 0, "invalid", 900, 901, 902);
        SweepAnswer answer = read("graphity", null).getFirst();
        assertThat(answer.sentence()).startsWith("only algorithm=stou can be judged: 101 operations/s");
        assertThat(answer.steps().get(1).remark()).isEqualTo("INVALID");
    }

    @Test
    void values_of_one_key_are_compared_at_equal_values_of_the_others() {
        step(algorithm("stou", 1), 0, "valid", 100, 100, 101);
        step(algorithm("stou", 16), 0, "valid", 800, 801, 802);
        step(algorithm("graphity", 1), 0, "valid", 200, 202, 201);
        step(algorithm("graphity", 16), 0, "valid", 400, 410, 408);
        assertThat(read("graphity", "workload.algorithm"))
                .extracting(SweepAnswer::sentence)
                .satisfiesExactly(
                        one -> assertThat(one)
                                .startsWith("clients=1: best of 2: algorithm=graphity completes ")
                                .contains("; algorithm=graphity: 201 "),
                        sixteen -> assertThat(sixteen)
                                .startsWith("clients=16: best of 2: algorithm=stou completes ")
                                .contains("; algorithm=stou: 801 "));
        assertThatThrownBy(() -> SweepAnswer.read(Query.open(folder.resolve("run.db"))::table, 1, "users"))
                .isInstanceOf(AnalysisException.class)
                .hasMessage("--by users: this run sweeps workload.algorithm, measure.clients");
    }

    @Test
    void past_the_knee_a_rate_is_overload_and_no_invalid_run() {
        step("{\"measure.rate\": 400}", 400, "valid", 400, 398, 401);
        step("{\"measure.rate\": " + RATE + "}", RATE, "valid", 500, 510, 505);
        SweepAnswer answer = read("graphity", null).getFirst();
        assertThat(answer.sentence())
                .matches("kept up to 400/s \\(p99 \\S+ ms\\), overloaded at 1,000/s: completed 505/s");
        assertThat(answer.steps().getLast().remark()).isEqualTo("overloaded: 505 of 1,000/s");
        assertThat(answer.steps()).noneMatch(answer::isBest);
    }

    private static void ofFeedAndPost(SweepAnswer answer, String line) {
        assertThat(answer.details())
                .satisfiesExactly(
                        feed -> assertThat(feed).matches("feed" + line),
                        post -> assertThat(post).matches("post" + line));
    }

    @Test
    void two_steps_at_one_rate_are_compared_operation_by_operation() {
        timed("stou", "valid", 4_000, 4_100, 4_050);
        timed("graphity", "valid", 2_000, 2_010, 2_030);
        SweepAnswer answer = read("graphity", null).getFirst();
        assertThat(answer.sentence()).isEqualTo("algorithm=graphity answers feed, post fastest");
        String faster =
                ": algorithm=graphity answers 2\\.01 times \\(1\\.\\d+ to 2\\.\\d+\\) as fast as algorithm=stou; .* ms";
        ofFeedAndPost(answer, faster);
    }

    @Test
    void the_fastest_of_three_steps_at_one_rate_is_compared_with_each_other() {
        timed("st", "valid", 4_000, 4_100, 4_050);
        timed("stou", "valid", 2_000, 2_010, 2_030);
        timed("graphity", "valid", 4_000, 4_400, 3_900);
        SweepAnswer answer = read("graphity", null).getFirst();
        assertThat(answer.sentence()).isEqualTo("algorithm=stou answers feed, post fastest");
        String faster =
                ": algorithm=stou answers 2\\.03 times \\(1\\.\\d+ to 2\\.\\d+\\) as fast as algorithm=graphity,"
                        + " 2\\.01 \\(1\\.\\d+ to 2\\.\\d+\\) as algorithm=st; .* ms";
        ofFeedAndPost(answer, faster);
        assertThat(answer.steps())
                .as("the one with the best p99 is not called the best")
                .noneMatch(answer::isBest);
    }

    @Test
    void operations_whose_order_the_trials_do_not_show_are_undecided() {
        timed("stou", "valid", 2_000, 3_000, 4_000);
        timed("graphity", "valid", 3_000, 2_000, 4_500);
        SweepAnswer answer = read("graphity", null).getFirst();
        assertThat(answer.sentence())
                .matches("no step is shown to answer feed, post fastest; about \\d+ more trials would decide the rest");
        String undecided =
                ": undecided: mean service time algorithm=\\w+ .* ms, algorithm=\\w+ .* ms \\(0\\.\\d+ to 2\\.\\d+ times\\)";
        ofFeedAndPost(answer, undecided);
    }

    @Test
    void a_step_of_which_every_answer_was_empty_is_not_the_best() {
        step(algorithm("stou", 1), 0, "valid", 100, 100, 101);
        step(algorithm("graphity", 1), 0, "valid", 200, 202, 201);
        step(algorithm("st", 1), 0, "valid", 50, 51, 50);
        empty.add(2);
        SweepAnswer answer = read("graphity", null).getFirst();
        assertThat(answer.sentence())
                .startsWith("best of 3: algorithm=stou completes ")
                .endsWith("; algorithm=graphity is left out: every answer of post was empty");
        assertThat(answer.steps().get(1).remark()).isEqualTo("found nothing");
        assertThat(answer.isBest(answer.steps().get(1))).isFalse();
    }

    @Test
    void steps_that_all_find_nothing_are_compared() {
        step(algorithm("stou", 1), 0, "valid", 100, 100, 101);
        step(algorithm("graphity", 1), 0, "valid", 200, 202, 201);
        empty.addAll(List.of(1, 2));
        assertThat(read("graphity", null).getFirst().sentence()).startsWith("best of 2: algorithm=graphity completes ");
    }

    @Test
    void where_each_step_is_invalid_there_is_no_answer() {
        timed("stou", "invalid", 4_000, 4_100, 4_050);
        timed("graphity", "invalid", 2_000, 2_010, 2_030);
        assertThat(read("graphity", null).getFirst().sentence())
                .startsWith("no answer: every step has an INVALID trial");
    }

    private void timed(String algorithm, String validity, long... timeUs) {
        int[] completed = new int[timeUs.length];
        Arrays.fill(completed, RATE);
        steps.add(new Stored(algorithm(algorithm, 1), RATE, validity, completed, timeUs));
    }

    private void scaling(String parameters, double coherency) {
        for (int clients : new int[] {1, 2, 4, 8, 16, 32}) {
            int perS = (int) (200.0 * clients / (1 + 0.05 * (clients - 1) + coherency * clients * (clients - 1)));
            step(parameters.formatted(clients), 0, "valid", perS, perS + 3, perS - 2);
        }
    }

    @Test
    void a_sweep_of_clients_alone_answers_where_throughput_peaks_with_its_interval() {
        scaling("{\"measure.clients\": %d}", 0.005);
        SweepAnswer answer = read("graphity", null).getFirst();
        assertThat(answer.sentence())
                .matches("throughput peaks at 13\\.\\d clients \\(1\\d\\.?\\d* to 1\\d\\.?\\d*\\), about 1,\\d\\d\\d"
                        + " operations/s \\(contention \\S+ %, coherency 0\\.\\d+ %\\)");
        assertThat(answer.details()).singleElement().asString().startsWith("best of 6: clients=16");
    }

    @Test
    void one_that_has_no_peak_answers_with_what_most_clients_complete() {
        scaling("{\"measure.clients\": %d}", 0);
        assertThat(read("graphity", null).getFirst().sentence())
                .startsWith("throughput has no peak within 1 to 32 clients: about 2,5")
                .contains(" operations/s with 32 (contention ");
    }

    @Test
    void where_more_than_clients_is_swept_the_peaks_are_details() {
        scaling("{\"workload.algorithm\": \"stou\", \"measure.clients\": %d}", 0.005);
        scaling("{\"workload.algorithm\": \"graphity\", \"measure.clients\": %d}", 0.004);
        SweepAnswer answer = read("graphity", null).getFirst();
        assertThat(answer.sentence()).startsWith("best of 12: algorithm=graphity");
        assertThat(answer.details())
                .anySatisfy(detail -> assertThat(detail).startsWith("algorithm=stou: throughput peaks at 13"))
                .anySatisfy(detail -> assertThat(detail).startsWith("algorithm=graphity: throughput peaks at 15"));
    }

    @Test
    void targets_are_called_by_their_kind() {
        step("{\"target\": {\"kind\": \"neo4j\", \"uri\": \"bolt://a\"}}", 0, "valid", 100, 100, 101);
        step("{\"target\": {\"kind\": \"janusgraph\", \"uri\": \"ws://b\"}}", 0, "valid", 300, 301, 302);
        step("{\"target\": {\"kind\": \"neo4j\", \"uri\": \"bolt://c\"}}", 0, "valid", 200, 200, 201);
        SweepAnswer answer = read("graphity", null).getFirst();
        assertThat(answer.steps())
                .extracting(SweepStep::name)
                .containsExactly("target=neo4j at bolt://a", "target=janusgraph", "target=neo4j at bolt://c");
        assertThat(answer.sentence())
                .contains("best of 3: target=janusgraph completes ", "; target=janusgraph: 301 operations/s");
    }

    @Test
    void a_run_without_a_sweep_has_no_answer() {
        step("{}", 0, "valid", 100, 100, 101);
        assertThat(read("graphity", null)).isEmpty();
    }
}
