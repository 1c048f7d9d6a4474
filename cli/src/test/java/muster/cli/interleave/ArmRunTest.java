package muster.cli.interleave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.function.ToLongBiFunction;
import muster.cli.terminal.Failure;
import muster.model.OutcomeCounts;
import muster.model.RunEnd;
import muster.protocol.Finished;
import muster.protocol.RunResult;
import muster.store.analysis.interleave.ArmLatency;
import muster.worker.engine.time.TurnGate;
import org.junit.jupiter.api.Test;

class ArmRunTest {
    private static final Finished LOST = Finished.newBuilder()
            .setRunId(1)
            .setExitCode(2)
            .setState(RunEnd.STOPPED)
            .setMessage("target lost at 9.1 s of phase measure: 127.0.0.1:8080: Connection refused\n1 wrong answer")
            .setResult(RunResult.newBuilder().setOperations(471))
            .build();

    /** An arm of which nothing runs. */
    private static final class Ended extends ArmRun {
        Ended() {
            super("measure");
        }

        @Override
        Arm arm() {
            return new Arm("delay=4ms", 0, new TurnGate(), () -> new ProcessorTime.Used(0, 0));
        }

        @Override
        ArmLatency latency(long fromNs, ToLongBiFunction<String, Long> expected) {
            return ArmLatency.of(OutcomeCounts.NONE);
        }

        @Override
        void cancel() {}

        @Override
        public void close() {}
    }

    @Test
    void an_arm_that_ended_before_its_time_is_named_with_the_cause_in_one_line() {
        Ended arm = new Ended();
        arm.start(() -> LOST);
        Failure failure = catchThrowableOfType(Failure.class, arm::awaitMeasuring);
        assertThat(failure.exitCode()).isEqualTo(2);
        assertThat(failure)
                .hasMessage("the arm delay=4ms ended: target lost at 9.1 s of phase measure: 127.0.0.1:8080: Connection"
                        + " refused; 1 wrong answer");
    }
}
