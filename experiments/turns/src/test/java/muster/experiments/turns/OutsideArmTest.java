package muster.experiments.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import muster.worker.engine.time.OutsideClients;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import org.junit.jupiter.api.Test;

class OutsideArmTest {
    private static final AtomicInteger STARTED = new AtomicInteger();
    private static final AtomicInteger ENDED = new AtomicInteger();

    /** Named in META-INF/services of the tests. */
    public static final class Counted implements OutsideClients.Provider {
        @Override
        public OutsideClients start(Plan plan, PlanCheck check, ExecutedPhase phase, PhaseClock clock) {
            STARTED.incrementAndGet();
            return new OutsideClients() {
                @Override
                public long completed() {
                    return 7;
                }

                @Override
                public long failed() {
                    return 2;
                }

                @Override
                public void close() {
                    ENDED.incrementAndGet();
                }
            };
        }
    }

    @Test
    void clients_start_with_the_measured_phase_not_while_another_arm_loads_the_database() throws Exception {
        Plan plan = PlanReader.find("graphity-write", List.of());
        ArmPlan own = ArmPlan.of(
                plan,
                new ArmPlan.Share(1, 1, 2, 0, 1),
                Duration.ofMinutes(1),
                new TurnTimes(List.of("a", "b"), 200_000_000).plain("a"));
        try (OutsideArm arm = new OutsideArm("a", own, name -> {
            throw new PlanException(name);
        })) {
            arm.prepare();
            assertThat(STARTED).hasValue(0);
            assertThat(arm.completed()).isZero();
            arm.start();
            arm.awaitMeasuring();
            assertThat(STARTED).hasValue(1);
            assertThat(arm.completed()).isEqualTo(7);
            assertThat(arm.failed()).isEqualTo(2);
            arm.cancel();
            var unused = arm.awaitEnd();
        }
        assertThat(ENDED).hasValue(1);
    }
}
