package muster.experiments.turns.overhead;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import muster.cli.host.LatencySamples;
import muster.cli.run.CoordinatorCommand;
import muster.cli.run.LocalCluster;
import muster.cli.run.Standalone;
import muster.cli.terminal.Failure;
import muster.cli.terminal.Interrupts;
import muster.cli.terminal.RunResultText;
import muster.coordinator.core.event.ExitCode;
import muster.protocol.Finished;
import muster.store.file.Store;
import muster.workloads.plan.FileRule;
import muster.workloads.plan.PlanAccess;
import muster.workloads.plan.language.Durations;
import org.jspecify.annotations.Nullable;

/** The same known delays by the bare timer, standalone, and through a cluster of one worker process. */
final class CalibrationRuns {
    static final List<Duration> DELAYS = List.of(Duration.ZERO, Duration.ofNanos(100_000), Duration.ofMillis(1));
    static final List<String> WAYS = List.of("timer", "standalone", "cluster");
    private static final Map<String, Double> PERCENTILES =
            new TreeMap<>(Map.of("p50", 50.0, "p99", 99.0, "p999", 99.9));

    private final Store store;
    private final int seconds;
    private final Consumer<String> progress;
    private final Map<String, Double> figures = new LinkedHashMap<>();
    private boolean valid = true;

    CalibrationRuns(Store store, int seconds, Consumer<String> progress) {
        this.store = store;
        this.seconds = seconds;
        this.progress = progress;
    }

    /** By name: {@code way_delay_timing_percentile_ns}, what was added to the delay, and the CPU of an operation. */
    Map<String, Double> measure() throws InterruptedException {
        for (Duration delay : DELAYS) {
            progress.accept("delay " + Durations.format(delay) + ": the timer alone");
            timer(delay, BareTarget.measure(delay, Math.min(seconds, 2)));
        }
        for (Duration delay : DELAYS) {
            progress.accept("delay " + Durations.format(delay) + ": standalone");
            standalone(delay);
        }
        cluster();
        return figures;
    }

    /** Whether every run was. */
    boolean valid() {
        return valid;
    }

    private void timer(Duration delay, LatencySamples latencies) {
        PERCENTILES.forEach((name, percentile) -> latencies
                .at(percentile)
                .ifPresent(ns -> figures.put(name("timer", delay, "service", name), (double) (ns - delay.toNanos()))));
    }

    private void standalone(Duration delay) throws InterruptedException {
        try (Standalone standalone = new Standalone(store, CoordinatorCommand.depot(), any -> {})) {
            Interrupts.handle(standalone::cancel);
            keep("standalone", delay, standalone.run(CalibrationPlan.submit(delay, seconds)));
        }
    }

    private void cluster() {
        try (LocalCluster cluster = new LocalCluster(
                store,
                CoordinatorCommand.depot(),
                LocalCluster.Size.java(1),
                PlanAccess.withoutSecrets(FileRule.within(Path.of(""))),
                line -> {})) {
            for (Duration delay : DELAYS) {
                progress.accept("delay " + Durations.format(delay) + ": a cluster of one worker");
                keep("cluster", delay, cluster.run(CalibrationPlan.submit(delay, seconds), any -> {}));
            }
        }
    }

    private void keep(String way, Duration delay, Finished finished) {
        if (finished.getExitCode() == ExitCode.ABORTED.code()) {
            throw new Interrupted();
        }
        if (finished.getExitCode() != ExitCode.OK.code() && finished.getExitCode() != ExitCode.INVALID_RUN.code()) {
            throw Failure.fault("run " + finished.getRunId() + " failed: " + RunResultText.reason(finished));
        }
        if (finished.getExitCode() == ExitCode.INVALID_RUN.code()) {
            valid = false;
            RunResultText.of(finished)
                    .lines()
                    .filter(line -> line.startsWith("INVALID"))
                    .forEach(progress);
        }
        for (String timing : List.of("service", "response")) {
            latencies(way, delay, timing, finished.getRunId());
        }
        if (delay.isZero()) {
            put(way.equals("cluster") ? "operation_cpu_ns" : way + "_operation_cpu_ns", cpuNs(finished.getRunId()));
        }
    }

    /** Ctrl-C: nothing is kept of half a calibration. */
    static final class Interrupted extends RuntimeException {}

    private void latencies(String way, Duration delay, String timing, long run) {
        PERCENTILES.keySet().forEach(name -> {
            Double ns = number("select " + name + "_ns from operation_summary where phase = 'measure' and timing = '"
                    + timing + "' and run_id = " + run);
            put(name(way, delay, timing, name), ns == null ? null : ns - delay.toNanos());
        });
    }

    private void put(String name, @Nullable Double value) {
        if (value != null) {
            figures.put(name, value);
        }
    }

    /** From the first report on, so that the start of the phase is left out. */
    private @Nullable Double cpuNs(long run) {
        return number("with used as (select p.seq, p.operations, r.value from snapshot_batch p join resource r"
                + " using (run_id, step, trial, phase, session, seq)"
                + " where r.name = 'cpu_ns' and p.phase = 'measure' and p.run_id = " + run + ")"
                + " select (max(value) - min(value)) * 1.0 / nullif(sum(operations) - (select operations from used"
                + " order by seq limit 1), 0) from used");
    }

    private @Nullable Double number(String sql) {
        List<List<@Nullable Object>> rows = store.query(sql).rows();
        return !rows.isEmpty() && rows.getFirst().getFirst() instanceof Number number ? number.doubleValue() : null;
    }

    static String name(String way, Duration delay, String timing, String percentile) {
        return way + "_" + Durations.format(delay) + "_" + timing + "_" + percentile + "_ns";
    }
}
