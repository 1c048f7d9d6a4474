package muster.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.workloads.plan.ReadyPlans;
import org.junit.jupiter.api.Test;

class PlansCommandTest {
    @Test
    void everyReadyPlanIsListedWithItsQuestion() {
        Shell.Result result = Cli.run("plans");
        assertThat(result.outLines()).hasSameSizeAs(ReadyPlans.names()).allMatch(line -> line.endsWith("?"));
    }

    @Test
    void aNamedPlanIsPrintedAsItIsSoThatItCanBeSaved() {
        assertThat(Cli.run("plans", "noop").out()).isEqualTo(ReadyPlans.text("noop"));
    }

    @Test
    void anUnknownPlanIsABadArgument() {
        Shell.Result result = Cli.run("plans", "noob");
        assertThat(result.exitCode()).isEqualTo(104);
        assertThat(result.err()).contains("noob").contains("noop");
    }
}
