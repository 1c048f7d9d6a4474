package muster.experiments.turns.overhead;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import muster.protocol.Submit;
import muster.workloads.plan.language.Durations;

/** One client, and a target that takes a known time. */
final class CalibrationPlan {
    private static final int WORKER_TIMEOUT_MS = 60_000;

    private CalibrationPlan() {}

    static String text(Duration delay, int seconds) {
        return """
                name: calibrate-%s
                target: {kind: noop}
                workload: {kind: noop, delay: %s}
                phases:
                  - {kind: warmup, duration: 1s, clients: 1}
                  - {kind: measure, duration: %ds, clients: 1}
                """.formatted(Durations.format(delay), Durations.format(delay), seconds);
    }

    static Submit submit(Duration delay, int seconds) {
        return Submit.newBuilder()
                .setRequest(ThreadLocalRandom.current().nextLong())
                .setPlan(text(delay, seconds))
                .setExpectWorkers(1)
                .setWorkerTimeoutMs(WORKER_TIMEOUT_MS)
                .build();
    }
}
