package muster.store.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import muster.model.AnswerReport;
import muster.model.CheckRow;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.RunEnd;
import muster.model.RunRow;
import muster.model.SampledOperations;
import muster.model.SampledOperations.Sample;
import muster.model.SampledOperations.StageTime;
import muster.model.SnapshotReport;
import muster.model.SnapshotReport.Series;
import muster.model.SnapshotReport.Slow;
import muster.model.StepRow;
import muster.model.WorkerRow;
import org.HdrHistogram.Histogram;

/**
 * A run that looks like a real one, written through the store: operations of several kinds with stages and errors, workers
 * that use their processors, a stall in the middle. Everything follows from the seed.
 *
 * @param name of the run, and part of every other text of it
 * @param samples of an operation, worker and second
 */
public record SampleRun(String name, int workers, int seconds, int operations, int samples, long seed) {
    /** When it starts: a quarter into a second, so that the first second is cut. */
    public static final long START = Given.START;

    private static final List<String> OPERATIONS = List.of("post", "follow", "unfollow", "feed");
    private static final List<String> STAGES = List.of("acquire", "begin", "execute", "commit");
    private static final int POOL = 16;

    /** A small one: 2 workers, 20 seconds, 2 operations, 100 samples each. */
    public static SampleRun small(String name) {
        return new SampleRun(name, 2, 20, 2, 100, 1);
    }

    /** Writes all of it; returns the number of the run. */
    public long write(Store store) {
        long run = begin(store);
        store.runs().step(new StepRow(run, 1, "{}"));
        PhaseAt at = phase(store, run, 1, 1);
        end(store, run, List.of(at));
        return run;
    }

    /** Writes a sweep of clients over so many steps with 2 trials each. */
    public long sweep(Store store, int steps) {
        long run = begin(store);
        List<PhaseAt> phases = new ArrayList<>();
        for (int step = 1; step <= steps; step++) {
            store.runs()
                    .step(new StepRow(
                            run,
                            step,
                            "{\"measure.clients\": %d, \"workload.algorithm\": \"stou\"}".formatted(1 << (step - 1))));
            phases.add(phase(store, run, step, 1));
            phases.add(phase(store, run, step, 2));
        }
        end(store, run, phases);
        return run;
    }

    /** Only the beginning of a run: what every run has before its first phase. */
    public long begin(Store store) {
        Map<String, String> facts = Map.of("java.version", "25", "cpu", name + " processor", "cores", "2");
        return store.runs()
                .begin(new RunRow(
                        name,
                        "cluster",
                        name,
                        "name: " + name + "\ntarget: {kind: noop}\n",
                        "noop",
                        "graphity",
                        seed,
                        START,
                        facts));
    }

    /** A measured phase with all of its reports, ended. */
    public PhaseAt phase(Store store, long run, int step, int trial) {
        PhaseAt at = new PhaseAt(run, step, trial, "measure");
        Given.begin(store, at, "measure", seconds, -1);
        for (int worker = 1; worker <= workers; worker++) {
            store.phases()
                    .worker(new WorkerRow(
                            at,
                            "w" + worker,
                            worker,
                            "java",
                            "host",
                            8,
                            0,
                            1_000,
                            0,
                            START,
                            0,
                            "",
                            List.of(),
                            Map.of("cores", "2"),
                            Map.of()));
        }
        reports(store, at);
        store.phases().end(Given.end(at, START + seconds * Given.SECOND, planned(seconds)));
        return at;
    }

    /** Commits the reports of all seconds; the phase goes on. */
    public void reports(Store store, PhaseAt at) {
        List<List<Series>> pool = pool();
        for (int second = 0; second < seconds; second++) {
            List<SnapshotReport> reports = new ArrayList<>();
            for (int worker = 1; worker <= workers; worker++) {
                boolean stall = second == seconds / 2 && seconds > 4;
                List<Series> series = stall ? List.of() : pool.get((second * 7 + worker) % POOL);
                reports.add(report(at, worker, second, series));
            }
            Given.commit(store, reports, List.of());
        }
    }

    private long each() {
        return (long) (samples + 1) * operations;
    }

    private long planned(int seconds) {
        return each() * workers * (seconds - (this.seconds > 4 ? 1 : 0));
    }

    private SnapshotReport report(PhaseAt at, int worker, int second, List<Series> series) {
        long startNs = second == 0 ? START : (START / Given.SECOND + second) * Given.SECOND;
        long endNs = (startNs / Given.SECOND + 1) * Given.SECOND;
        IndexRange covered = Given.range(((long) second * workers + worker - 1) * each(), each());
        return new SnapshotReport(
                at,
                "w" + worker,
                worker,
                7,
                second + 1,
                startNs,
                endNs,
                endNs - 1,
                true,
                series,
                series.isEmpty() ? List.of() : List.of(covered),
                second,
                List.of(new Slow(OPERATIONS.getFirst(), second, endNs - 1, 900, 950, "ok")),
                resources(worker, second),
                0,
                AnswerReport.NONE,
                new SampledOperations(100, singly(worker, startNs)));
    }

    /** Ten operations of each second, evenly spread. */
    private List<Sample> singly(int worker, long startNs) {
        List<Sample> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            long serviceNs = 1_000_000L + (i * 7919L + worker * 104729L) % 900_000 * (i == 9 ? 20 : 1);
            List<StageTime> stages =
                    List.of(new StageTime("acquire", serviceNs / 5), new StageTime("commit", serviceNs / 3));
            long at = startNs + i * 70_000_000L;
            all.add(new Sample(OPERATIONS.getFirst(), i, "ok", at, serviceNs, serviceNs * 5 / 4, stages));
        }
        return all;
    }

    private Map<String, Long> resources(int worker, int second) {
        Map<String, Long> used = new LinkedHashMap<>();
        used.put("cpu_ns", second * (300_000_000L + worker * 50_000_000L));
        used.put("gc_pause_ns", second * 2_000_000L);
        used.put("run_queue_wait_ns", second * 40_000_000L);
        used.put("steal_ns", second * 1_000_000L);
        used.put("hiccup_max_ns", 1_000_000L + (second * 7919L + worker * 104729L) % 9_000_000);
        used.put("heap_bytes", (20L + (second * 3L + worker * 11L) % 60) << 20);
        return used;
    }

    private List<List<Series>> pool() {
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        List<List<Series>> pool = new ArrayList<>();
        for (int i = 0; i < POOL; i++) {
            List<Series> report = new ArrayList<>();
            for (int operation = 0; operation < operations; operation++) {
                report.addAll(series(random, name(operation), 1_000_000L << operation));
            }
            pool.add(report);
        }
        return pool;
    }

    private String name(int operation) {
        return operation < OPERATIONS.size() ? OPERATIONS.get(operation) : name + operation;
    }

    private List<Series> series(Random random, String operation, long medianNs) {
        List<Series> all = new ArrayList<>();
        Histogram service = histogram(random, medianNs, samples);
        all.add(Given.series(operation, "service", "ok", service));
        all.add(Given.series(operation, "response", "ok", histogram(random, medianNs * 5 / 4, samples)));
        for (String stage : STAGES) {
            all.add(Given.series(operation, stage, "ok", histogram(random, medianNs / 5, samples)));
        }
        all.addAll(Given.both(operation, name + " timeout", histogram(random, medianNs * 9, 1)));
        return all;
    }

    private static Histogram histogram(Random random, long medianNs, int samples) {
        Histogram histogram = Given.histogram();
        for (int i = 0; i < samples; i++) {
            histogram.recordValue(1 + (long) (medianNs * Math.exp(random.nextGaussian() * 0.6)));
        }
        return histogram;
    }

    private void end(Store store, long run, List<PhaseAt> phases) {
        for (PhaseAt at : phases) {
            check(store, at, "threshold", "post p99 < 1s", "9 ms", true, "");
            check(store, at, "validity", "gc pauses", "0.002", true, "");
            check(store, at, "validity", "hiccups", "0.9", false, name + " stood still");
            check(store, at, "finding", "bottleneck", "server", true, "the server of " + name + " is slow");
            check(store, at, "warning", "co-located database", "127.0.0.1", false, "shares cores");
        }
        store.runs().end(new RunEnd(run, "complete", START + seconds * Given.SECOND, "invalid", "met", 111, ""));
    }

    private void check(Store store, PhaseAt at, String kind, String name, String observed, boolean passed, String why) {
        store.runs()
                .checks(List.of(new CheckRow(
                        at.runId(),
                        at.step(),
                        at.trial(),
                        kind,
                        name,
                        name,
                        observed,
                        passed,
                        passed ? "" : "w1",
                        why)));
    }
}
