package muster.experiments.turns.overhead;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import muster.cli.host.LatencySamples;
import muster.cli.terminal.Failure;
import muster.workloads.operation.NoopOperation;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Providers;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.Transaction;

/** The noop target without any harness: two clock reads and the wait itself, on a virtual thread as clients are. */
final class BareTarget {
    private static final int MAX_SAMPLES = 500_000;
    private static final int WARM = 20_000;
    private static final double WARM_SHARE = 0.3;

    private BareTarget() {}

    /** What a wait of this length takes; for about this long. */
    static LatencySamples measure(Duration delay, double seconds) throws InterruptedException {
        LatencySamples[] measured = new LatencySamples[1];
        Throwable[] failed = new Throwable[1];
        Thread client = Thread.ofVirtual().name("calibrate").start(() -> {
            try {
                measured[0] = within(delay.toNanos(), seconds);
            } catch (TargetException | OperationFailure | RuntimeException e) {
                failed[0] = e;
            }
        });
        client.join();
        if (failed[0] != null) {
            throw Failure.fault("the noop target failed: " + failed[0]);
        }
        return measured[0];
    }

    private static LatencySamples within(long delayNs, double seconds) throws TargetException, OperationFailure {
        Plan plan = PlanReader.parse(CalibrationPlan.text(Duration.ofNanos(delayNs), 1), "calibrate", List.of());
        try (Target target = Providers.target("noop")
                        .open(plan.target().settings(), plan.workload().settings());
                Session session = target.session(Depth.EXECUTE)) {
            execute(session, delayNs, WARM, seconds * WARM_SHARE);
            return LatencySamples.of(execute(session, delayNs, MAX_SAMPLES, seconds));
        }
    }

    private static long[] execute(Session session, long delayNs, int most, double seconds) throws OperationFailure {
        Transaction transaction = Transaction.of(new NoopOperation(0, delayNs));
        long[] tookNs = new long[most];
        long untilNs = System.nanoTime() + (long) (seconds * 1e9);
        int count = 0;
        for (long startNs = System.nanoTime(); count < most && startNs < untilNs; startNs = System.nanoTime()) {
            session.execute(transaction, Probe.NONE);
            tookNs[count++] = System.nanoTime() - startNs;
        }
        return Arrays.copyOf(tookNs, count);
    }
}
