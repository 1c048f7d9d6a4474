package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import muster.cli.terminal.Failure;
import muster.model.RunEnd;
import muster.protocol.Finished;
import muster.protocol.RunResult;
import org.junit.jupiter.api.Test;

class ArmRunTest {
    private static final Finished LOST = Finished.newBuilder()
            .setRunId(1)
            .setExitCode(2)
            .setState(RunEnd.STOPPED)
            .setMessage(
                    "target lost at 9.1 s of phase measure-arm12: 127.0.0.1:8080: Connection refused\n1 wrong answer")
            .setResult(RunResult.newBuilder().setOperations(471))
            .build();

    /** An arm of which nothing runs. */
    private static final class Ended extends ArmRun {
        private final Finished end;

        Ended(Finished end) {
            super("delay=4ms", new ArmPlan("before", "text", "measure-arm12", "", 0));
            this.end = end;
        }

        @Override
        ProcessorTime.Used used() {
            return new ProcessorTime.Used(0, 0);
        }

        @Override
        long completed() {
            return 0;
        }

        @Override
        Finished run(String text) {
            return end;
        }

        @Override
        void cancel() {}

        @Override
        public void close() {}
    }

    @Test
    void an_arm_that_ended_before_its_time_is_named_with_the_cause_in_one_line() {
        Ended arm = new Ended(LOST);
        arm.start();
        assertThat(catchThrowableOfType(Failure.class, arm::awaitMeasuring))
                .hasMessage("the arm delay=4ms ended: target lost at 9.1 s of phase measure: 127.0.0.1:8080: Connection"
                        + " refused; 1 wrong answer")
                .extracting(Failure::exitCode)
                .isEqualTo(2);
    }

    @Test
    void a_load_that_does_not_end_well_ends_the_arm() throws Exception {
        Finished failed = LOST.toBuilder()
                .setState(RunEnd.FAILED)
                .setExitCode(1)
                .setMessage("load failed: 9 of 9 operations of phase load-vertices failed")
                .build();
        assertThat(catchThrowableOfType(Failure.class, new Ended(failed)::prepare))
                .hasMessage("the arm delay=4ms ended: load failed: 9 of 9 operations of phase load-vertices failed")
                .extracting(Failure::exitCode)
                .isEqualTo(1);
        new Ended(Finished.newBuilder().setState(RunEnd.COMPLETE).build()).prepare();
    }
}
