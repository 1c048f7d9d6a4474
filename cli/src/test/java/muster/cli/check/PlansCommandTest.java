package muster.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.workloads.plan.ReadyPlans;
import org.junit.jupiter.api.Test;

class PlansCommandTest {
    @Test
    void every_ready_plan_is_listed_with_its_question() {
        Shell.Result result = Cli.run("plans");
        assertThat(result.outLines()).hasSameSizeAs(ReadyPlans.names()).allMatch(line -> line.endsWith("?"));
    }

    @Test
    void a_named_plan_is_printed_as_it_is_so_that_it_can_be_saved() {
        assertThat(Cli.run("plans", "noop").out()).isEqualTo(ReadyPlans.text("noop"));
    }

    @Test
    void an_unknown_plan_is_a_bad_argument() {
        Shell.Result result = Cli.run("plans", "noob");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).contains("noob").contains("noop");
    }
}
