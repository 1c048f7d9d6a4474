package muster.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import muster.benchmarks.measure.Pairs;
import muster.benchmarks.measure.Pairs.Pair;
import muster.benchmarks.measure.Ratio;
import muster.worker.engine.Engine;
import muster.worker.engine.Engines;
import muster.worker.engine.client.EngineSpec;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.section.TraceSettings;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.HdrHistogram.Histogram;

/**
 * The engine with one client and a target that does nothing, beside two clock reads and one recorded value. Processor
 * time is all of the process: what other threads of the engine do is part of its cost.
 */
final class NoopBenchmark {
    private static final String PLAN = """
            target: {kind: noop}
            workload: {kind: noop}
            phases: [{kind: measure, duration: 1h, clients: 1}]
            """;

    /** The coordinator's clock must only be steady. */
    private static final long OFFSET_NS = 0;

    private static final long MAX_HOUR_NS = TimeUnit.HOURS.toNanos(1);

    private final long forNs;

    NoopBenchmark(int seconds) {
        this.forNs = TimeUnit.SECONDS.toNanos(seconds);
    }

    void run(Pairs pairs) throws Exception {
        // The compiler needs about this long for the engine; its work is processor time too.
        engine();
        engine();
        List<Pair<Cost>> costs = pairs.measure(this::engine, this::bare);
        Ratio.head("noop, one client, each operation in ns (less is better)", pairs.seed());
        Ratio.of(costs, Cost::cpuNs).print("processor time");
        Ratio.of(costs, Cost::wallNs).print("elapsed time");
    }

    /** Nanoseconds of one operation. */
    private record Cost(double cpuNs, double wallNs) {
        /** @param operations runs for these nanoseconds and returns how many operations it did */
        static Cost of(long forNs, LongUnaryOperator operations) {
            OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            long cpuNs = process.getProcessCpuTime();
            long startNs = System.nanoTime();
            double count = operations.applyAsLong(forNs);
            return new Cost((process.getProcessCpuTime() - cpuNs) / count, (System.nanoTime() - startNs) / count);
        }

        @Override
        public String toString() {
            return "%.1f ns of a processor, %.1f ns elapsed".formatted(cpuNs, wallNs);
        }
    }

    private Cost bare() {
        return Cost.of(forNs, NoopBenchmark::loop);
    }

    private static long loop(long forNs) {
        Histogram histogram = new Histogram(1, MAX_HOUR_NS, 3);
        long startedNs = System.nanoTime();
        long endNs = startedNs;
        while (endNs - startedNs < forNs) {
            long startNs = System.nanoTime();
            endNs = System.nanoTime();
            histogram.recordValue(endNs - startNs);
        }
        return histogram.getTotalCount();
    }

    private Cost engine() throws TargetException {
        Plan plan = PlanReader.parse(PLAN, "noop.yaml", List.of());
        PlanCheck check = PlanCheck.check(plan, name -> {
            throw new PlanException(name);
        });
        try (Target target =
                check.target().open(plan.target().settings(), plan.workload().settings())) {
            EngineSpec spec = spec(check, target);
            FreeLeases leases = new FreeLeases();
            try (Engine engine = Engines.create(spec, leases, leases)) {
                leases.attach(engine);
                return Cost.of(forNs, length -> drive(engine, leases, length));
            }
        }
    }

    private static EngineSpec spec(PlanCheck check, Target target) {
        ExecutedPhase phase = check.phases().getFirst();
        return new EngineSpec(
                phase,
                check.operations(phase),
                target,
                check.depth(),
                phase.spec().clients(),
                0,
                OFFSET_NS,
                check.defaults().retries(),
                check.defaults().backoff(),
                null,
                TraceSettings.DEFAULT);
    }

    private static long drive(Engine engine, FreeLeases leases, long forNs) {
        try {
            long startNs = System.nanoTime() + OFFSET_NS;
            engine.start(startNs, startNs + forNs);
            TimeUnit.NANOSECONDS.sleep(forNs);
            engine.drain(leases::drained);
            return leases.awaitOperations();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while it measured", e);
        }
    }
}
