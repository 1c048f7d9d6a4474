package muster.experiments.turns.ab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import muster.cli.arms.PlanDifferences;
import muster.cli.terminal.Failure;
import muster.experiments.turns.ArmSpec;
import org.junit.jupiter.api.Test;

class AbArmsTest {
    private static final List<String> ONE_STEP =
            List.of("sweep=", "workload.algorithm=stou", "workload.users=300", "workload.actionsPerTransaction=1");

    private static List<ArmSpec> arms(String vary) {
        return AbArms.of(List.of("graphity-write"), vary, ONE_STEP, false);
    }

    @Test
    void values_of_a_key_that_leaves_the_data_alone_share_what_the_first_loads() {
        List<ArmSpec> arms = arms("target.fetchSize=4,8,16");
        assertThat(arms).extracting(ArmSpec::name).containsExactly("fetchSize=4", "fetchSize=8", "fetchSize=16");
        assertThat(arms).extracting(ArmSpec::place).containsExactly(0, 1, 2);
        assertThat(PlanDifferences.of(arms.stream().map(ArmSpec::read).toList()))
                .containsExactly("target.fetchSize: 4 | 8 | 16");
    }

    @Test
    void servers_of_their_own_each_load_their_own_data() {
        assertThat(arms("target.uri=bolt://127.0.0.1:7687,bolt://127.0.0.1:7688"))
                .extracting(ArmSpec::place)
                .containsExactly(0, 0);
    }

    @Test
    void different_data_in_one_database_is_refused_with_the_way_out() {
        assertThatThrownBy(() -> arms("workload.algorithm=stou,graphity"))
                .isInstanceOf(Failure.class)
                .hasMessage(
                        "algorithm=stou and algorithm=graphity load different data into one database: start a second server"
                                + " (./muster server start NAME --port-base N) and name it in target.uri of one of them");
        assertThatThrownBy(() -> arms("workload.seed=1,2")).isInstanceOf(Failure.class);
    }

    @Test
    void one_plan_twice_is_two_arms_by_letter() {
        assertThat(AbArms.of(List.of("noop", "noop"), null, List.of(), false))
                .extracting(ArmSpec::name)
                .containsExactly("A: noop", "B: noop");
    }

    @Test
    void equal_values_are_refused_before_anything_runs_however_they_are_written() {
        for (String values : List.of("3ms,3ms", "3ms,0.003s", "1ms,3ms,3000us")) {
            assertThatThrownBy(() -> AbArms.of(List.of("noop"), "workload.delay=" + values, List.of(), false))
                    .isInstanceOf(Failure.class)
                    .hasMessageMatching(
                            "--vary workload.delay=" + values + ": delay=3ms and delay=\\S+ are the same plan; name"
                                    + " different values, or compare the plan with itself: ./muster ab noop noop");
        }
        assertThat(AbArms.of(List.of("noop"), "workload.delay=3ms,3us", List.of(), false))
                .hasSize(2);
    }

    @Test
    void fewer_than_two_and_more_than_four_arms_are_refused() {
        assertThatThrownBy(() -> AbArms.of(List.of("noop"), null, List.of(), false))
                .isInstanceOf(Failure.class)
                .hasMessage("ab compares 2 to 4 arms, here is 1: name as many plans, or one plan with --vary"
                        + " KEY=VALUE,VALUE");
        assertThatThrownBy(() -> AbArms.of(List.of("noop"), "measure.clients=1,2,3,4,5", List.of(), false))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("here are 5");
        assertThatThrownBy(() -> AbArms.of(List.of("noop", "noop"), "measure.clients=1,2", List.of(), false))
                .isInstanceOf(Failure.class)
                .hasMessageContaining("one plan, and KEY=VALUE,VALUE");
    }

    @Test
    void each_value_is_set_in_its_own_arm() {
        assertThat(AbArms.of(List.of("noop"), "measure.clients=1,2", List.of("trials=1"), true))
                .extracting(ArmSpec::sets)
                .containsExactly(List.of("trials=1", "measure.clients=1"), List.of("trials=1", "measure.clients=2"));
    }
}
