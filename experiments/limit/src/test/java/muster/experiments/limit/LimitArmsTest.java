package muster.experiments.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import muster.cli.run.PlanArguments;
import muster.cli.terminal.Failure;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LimitArmsTest {
    private static final List<String> ONE_STEP =
            List.of("sweep=", "workload.algorithm=stou", "workload.users=300", "workload.actionsPerTransaction=1");

    private static List<LimitArms.Arm> arms(List<String> plans, List<String> sets, @Nullable String vary) {
        return LimitArms.of(PlanArguments.of(plans.getFirst(), sets, false), plans.subList(1, plans.size()), vary);
    }

    @Test
    void one_plan_has_no_name_of_its_own() {
        assertThat(arms(List.of("noop"), List.of(), null))
                .extracting(LimitArms.Arm::name)
                .containsExactly("");
    }

    @Test
    void plans_are_called_by_their_names_or_by_letter_and_values_by_the_key() {
        assertThat(arms(List.of("noop", "noop"), List.of(), null))
                .extracting(LimitArms.Arm::name)
                .containsExactly("A: noop", "B: noop");
        List<LimitArms.Arm> arms = arms(List.of("noop"), List.of("trials=1"), "workload.delay=1ms,2ms");
        assertThat(arms).extracting(LimitArms.Arm::name).containsExactly("delay=1ms", "delay=2ms");
        assertThat(arms.getLast().plan().workload().settings().raw()).containsEntry("delay", "2ms");
    }

    @Test
    void what_cannot_be_compared_is_refused_in_one_line() {
        assertThatThrownBy(() -> arms(List.of("noop"), List.of(), "workload.delay=3ms,0.003s"))
                .isInstanceOf(Failure.class)
                .hasMessage(
                        "--vary workload.delay=3ms,0.003s: delay=3ms and delay=0.003s are the same plan; name different"
                                + " values, or compare the plan with itself: ./muster limit noop noop");
        assertThatThrownBy(() -> arms(List.of("noop"), List.of(), "measure.clients=1,2,3,4,5"))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("limit compares 2 to 4 arms, here are 5");
        assertThatThrownBy(() -> arms(List.of("noop", "noop"), List.of(), "measure.clients=1,2"))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("one plan, and KEY=VALUE,VALUE");
    }

    /** Each step loads anew, and no other has load meanwhile. */
    @Test
    void plans_that_load_for_each_step_may_share_a_database() {
        assertThat(arms(List.of("graphity-write"), ONE_STEP, "target.fetchSize=4,8"))
                .hasSize(2);
    }

    @Test
    void plans_that_go_on_from_what_the_other_wrote_may_not() {
        List<String> reuse = List.of("sweep=", "phases=[{kind: measure, duration: 5s, clients: 4}]", "thresholds=");
        assertThatThrownBy(() -> arms(List.of("graphity-write"), reuse, "workload.algorithm=stou,st"))
                .isInstanceOf(Failure.class)
                .hasMessage(
                        "algorithm=stou and algorithm=st write to one database, and state: reuse keeps what the other"
                                + " wrote: set state=fresh, or start a second server (./muster server start NAME --port-base N)"
                                + " and name it in target.uri of one of them");
        assertThat(arms(List.of("graphity-write"), reuse, "target.uri=bolt://127.0.0.1:7687,bolt://127.0.0.1:7688"))
                .hasSize(2);
    }
}
