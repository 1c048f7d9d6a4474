package muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.RunScript;
import muster.store.analysis.StepComparison;
import muster.store.analysis.StepComparison.Pair;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Step;
import muster.workloads.plan.Steps;
import org.junit.jupiter.api.Test;

class DemoAnswerTest {
    private static final String UNDECIDED_FEEDS = "GRAPHITY serves feeds faster or slower: undecided";

    /** @param feeds and posts: the time with GRAPHITY by that with STOU, pair by pair */
    private static DemoAnswer answer(double[] feeds, double[] posts, boolean valid, boolean wrong) {
        List<Pair> pairs = new ArrayList<>();
        add(pairs, "feed", feeds);
        add(pairs, "post", posts);
        return new DemoAnswer(new StepComparison("stou", "graphity", 1, pairs), valid, wrong);
    }

    private static void add(List<Pair> pairs, String operation, double[] ratios) {
        for (double ratio : ratios) {
            pairs.add(new Pair(operation, pairs.size(), 1e6, ratio * 1e6));
        }
    }

    private static String sentence(double[] feeds, double[] posts) {
        return answer(feeds, posts, true, false).sentence();
    }

    @Test
    void feeds_in_half_the_time_are_served_twice_as_fast() {
        assertThat(sentence(new double[] {0.5, 0.5, 0.5}, new double[] {1.5, 1.6, 1.7}))
                .isEqualTo("GRAPHITY serves feeds 2.00 times faster (2.00 to 2.00),"
                        + " posts cost 1.60 times more (1.37 to 1.87)");
    }

    @Test
    void the_opposite_measurement_gives_the_opposite_answer() {
        assertThat(sentence(new double[] {1.5, 1.6, 1.7}, new double[] {0.5, 0.5, 0.5}))
                .isEqualTo("GRAPHITY serves feeds 1.60 times slower (1.37 to 1.87),"
                        + " posts cost 2.00 times less (2.00 to 2.00)");
    }

    @Test
    void what_the_trials_do_not_decide_is_said_to_be_undecided() {
        assertThat(sentence(new double[] {0.8, 1, 1.25}, new double[] {0.8, 1, 1.25}))
                .isEqualTo(UNDECIDED_FEEDS + " (0.57 to 1.74 times as long),"
                        + " posts cost more or less: undecided (0.57 to 1.74 times as long)");
    }

    @Test
    void without_pairs_there_is_no_figure() {
        assertThat(sentence(new double[0], new double[0]))
                .isEqualTo(UNDECIDED_FEEDS
                        + " (0 pairs of trials), posts cost more or less: undecided (0 pairs of trials)");
    }

    @Test
    void an_answer_that_cannot_be_trusted_says_so() {
        double[] ratios = {2, 2, 2};
        assertThat(answer(ratios, ratios, true, false).lines())
                .noneMatch(line -> line.contains("VALID") || line.contains("WRONG"));
        assertThat(answer(ratios, ratios, false, false).lines())
                .contains("a compared trial is not VALID: do not rely on this answer");
        assertThat(answer(ratios, ratios, true, true).lines())
                .contains("the database gave WRONG answers: its times mean nothing");
    }

    @Test
    void the_answer_is_the_last_line_and_what_was_left_out_is_said_before() {
        double[] ratios = {2, 2, 2};
        DemoAnswer answer = answer(ratios, ratios, true, false);
        assertThat(answer.lines()).last().isEqualTo(answer.sentence());
        assertThat(answer.lines()).anyMatch(line -> line.contains("3 pairs") && line.contains("the first pair"));
    }

    /** Whoever comes second meets a warmer server: in the measured pairs each algorithm does so twice. */
    @Test
    void each_algorithm_comes_first_in_half_of_the_measured_pairs() {
        Plan plan = PlanReader.find("demo-graphity", List.of());
        RunScript script = new RunScript(
                plan,
                plan.trials(),
                Steps.of(plan).stream().map(DemoAnswerTest::script).toList(),
                DemoCommand.ORDER_SEED,
                Map.of());
        assertThat(List.of(2, 3, 4, 5))
                .extracting(trial -> script.order(trial).getFirst().number())
                .containsExactly(2, 1, 1, 2);
        assertThat(plan.trials()).isEqualTo(5);
    }

    private static RunScript.StepScript script(Step step) {
        return new RunScript.StepScript(step.number(), "{}", step.plan(), "{}", List.of());
    }
}
