package muster.store.file;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import muster.model.PhaseAt;
import muster.model.RunEnd;
import muster.model.Series;
import muster.model.SnapshotReport;
import muster.store.file.phase.SnapshotCheck;
import muster.store.file.sqlite.Query;
import org.HdrHistogram.Histogram;

/**
 * Whole-process measurements; not a test. Arguments: file, workers, seconds, samples of a histogram. Writes a run of that shape as fast
 * as it can (one commit for all workers' reports of a second, each of 24 histograms), then times the views.
 */
final class StoreBench {
    private static final List<String> OPERATIONS = List.of("post", "follow", "unfollow", "feed");
    private static final List<String> TIMINGS = List.of("service", "response", "acquire", "begin", "execute", "commit");

    private StoreBench() {}

    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        int workers = Integer.parseInt(arguments[1]);
        int seconds = Integer.parseInt(arguments[2]);
        int samples = Integer.parseInt(arguments[3]);
        Files.deleteIfExists(file);
        try (Store store = Store.open(file)) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", seconds, -1);
            write(store, at, workers, seconds, samples);
            timed("end of the phase", () -> store.phases().end(Given.end(at, Given.START + seconds * Given.SECOND, 0)));
            store.runs().end(new RunEnd(at.runId(), "complete", 1, "valid", "none", 0, ""));
        }
        System.out.printf("file %d MB%n", Files.size(file) >> 20);
        try (Query query = Query.open(file)) {
            for (String view : ReadmeTest.views()) {
                // An hour has more snapshots than a table in memory should hold.
                timed(view, () -> query.table("SELECT * FROM " + view + " LIMIT 1000"));
            }
            timed(
                    "hdr_percentile",
                    () -> query.table(
                            "SELECT hdr_percentile(hdr_merge(histogram), 99.9) FROM snapshot WHERE timing = 'response'"));
            timed(
                    "of all timings",
                    () -> query.table("SELECT hdr_percentile(hdr_merge(histogram), 99.9) FROM snapshot"));
        }
        timed("read back", () -> Store.open(file).phases().aggregate(new PhaseAt(1, 1, 1, "measure")));
    }

    private static void write(Store store, PhaseAt at, int workers, int seconds, int samplesEach) {
        List<List<Series>> pool = pool(samplesEach);
        long histograms = 0;
        long longest = 0;
        long cpuBefore = cpuNs();
        long began = System.nanoTime();
        for (int second = 0; second < seconds; second++) {
            List<SnapshotReport> reports = new ArrayList<>();
            for (int worker = 1; worker <= workers; worker++) {
                List<Series> series = pool.get((second + worker) % pool.size());
                long samples = (long) samplesEach * OPERATIONS.size();
                reports.add(Given.report(
                        at,
                        worker,
                        second + 1,
                        Given.START + second * Given.SECOND,
                        series,
                        Given.range((second * (long) workers + worker) * samples, samples)));
                histograms += series.size();
            }
            long before = System.nanoTime();
            store.phases().commit(reports.stream().map(SnapshotCheck::verify).toList(), List.of());
            longest = Math.max(longest, System.nanoTime() - before);
        }
        double took = (System.nanoTime() - began) / 1e9;
        System.out.printf(
                "%d histograms, %.0f histograms/s, %.0f commits/s, longest commit %d ms, %.0f us CPU a histogram%n",
                histograms,
                histograms / took,
                seconds / took,
                longest / 1_000_000,
                (cpuNs() - cpuBefore) / 1e3 / histograms);
    }

    private static List<List<Series>> pool(int samples) {
        Random random = new Random(1);
        List<List<Series>> pool = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            List<Series> report = new ArrayList<>();
            for (String operation : OPERATIONS) {
                for (String timing : TIMINGS) {
                    report.add(Given.series(operation, timing, "ok", histogram(random, samples)));
                }
            }
            pool.add(report);
        }
        return pool;
    }

    private static Histogram histogram(Random random, int samples) {
        Histogram histogram = Given.histogram();
        for (int i = 0; i < samples; i++) {
            histogram.recordValue((long) (1_000_000 * Math.exp(random.nextGaussian())));
        }
        return histogram;
    }

    private static void timed(String what, Runnable body) {
        long cpuBefore = cpuNs();
        long before = System.nanoTime();
        body.run();
        double tookMs = (System.nanoTime() - before) / 1e6;
        System.out.printf("%-20s %8.1f ms, %8.1f ms CPU%n", what, tookMs, (cpuNs() - cpuBefore) / 1e6);
    }

    /** Of this thread: on a busy machine the clock says little. */
    private static long cpuNs() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
