package muster.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class TaskWatchdogTest {
    private static final TaskWatchdog WATCHDOG = new TaskWatchdog(Duration.ofMillis(20));

    @Test
    void a_task_that_takes_long_on_a_server_that_answers_is_waited_for() throws Exception {
        CountDownLatch asked = new CountDownLatch(10);
        Asked target = new Asked(() -> {
            asked.countDown();
            return true;
        });
        assertThat(WATCHDOG.<String>over(target, "reset", () -> await(asked))).isEqualTo("done");
    }

    @Test
    void a_server_that_fails_now_and_then_is_waited_for_too() throws Exception {
        AtomicInteger number = new AtomicInteger();
        CountDownLatch asked = new CountDownLatch(12);
        Asked target = new Asked(() -> {
            asked.countDown();
            return number.incrementAndGet() % 3 == 0;
        });
        assertThat(WATCHDOG.<String>over(target, "reset", () -> await(asked))).isEqualTo("done");
    }

    @Test
    void a_task_on_a_silent_server_is_interrupted_and_named_with_its_address() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        assertThatThrownBy(() -> WATCHDOG.over(new Asked(() -> false), "verify", () -> {
                    try {
                        return await(never);
                    } finally {
                        interrupted.countDown();
                    }
                }))
                .isInstanceOf(TargetException.class)
                .hasMessageStartingWith("somewhere:1 stopped responding: no answer to \"verify\"")
                .hasMessageEndingWith("nothing came");
        assertThat(interrupted.await(100, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void what_a_task_throws_is_thrown() {
        assertThatThrownBy(() -> WATCHDOG.over(new Asked(() -> true), "verify", () -> {
                    throw new TargetException("refused");
                }))
                .isInstanceOf(TargetException.class)
                .hasMessage("refused");
        assertThatThrownBy(() -> WATCHDOG.over(new Asked(() -> true), "verify", () -> {
                    throw new IllegalStateException("bug");
                }))
                .isInstanceOf(IllegalStateException.class);
    }

    private static String await(CountDownLatch latch) throws TargetException {
        try {
            latch.await();
            return "done";
        } catch (InterruptedException e) {
            throw new TargetException("interrupted", e);
        }
    }

    /** Answers the cheapest request, or not. */
    private record Asked(BooleanSupplier answers) implements Target {
        @Override
        public Session session(Depth depth) {
            return new Session() {
                @Override
                public void execute(Transaction transaction, Probe probe) throws OperationFailure {
                    if (!answers.getAsBoolean()) {
                        throw new OperationFailure(Kind.TRANSIENT, "OperationTimeout", "nothing came");
                    }
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public Map<String, String> facts() {
            return Map.of("address", "somewhere:1");
        }

        @Override
        public Contents contents() {
            return new Contents("somewhere:1", "none", true, 0, 0);
        }

        @Override
        public void reset(String marker) {}

        @Override
        public void awaitIndexes() {}

        @Override
        public Map<String, String> fingerprint() {
            return Map.of();
        }

        @Override
        public void close() {}
    }
}
