package muster.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import muster.model.PhaseAt;
import muster.store.file.histogram.Distribution;
import muster.store.file.histogram.PercentileRank;
import muster.store.file.histogram.ValueCounts;
import muster.store.file.phase.PhaseAggregate;
import muster.store.table.Table;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One definition everywhere: Java's HdrHistogram. */
@Tag("thorough")
class PercentileTest {
    private static final double[] PERCENTILES = {25, 50, 75, 90, 95, 99, 99.9, 99.99};
    private static final String COLUMNS =
            "p25_ns, p50_ns, p75_ns, p90_ns, p95_ns, p99_ns, p999_ns, p9999_ns, min_ns, max_ns";

    @TempDir
    Path folder;

    @Test
    @Tag("slow")
    void java_plain_sqlite3_and_hdr_percentile_agree_with_hdrhistogram() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Path file = folder.resolve("run.db");
        List<Histogram> expected = new ArrayList<>();
        try (Store store = Store.open(file)) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 0, -1);
            long seq = 0;
            for (int operation = 0; operation < 24; operation++) {
                Histogram whole = Given.histogram();
                for (int part = 0; part < 3; part++) {
                    Histogram some = random(random, operation);
                    whole.add(some);
                    Given.commit(
                            store,
                            List.of(Given.report(
                                    at, 1, ++seq, Given.START, Given.both("op%02d".formatted(operation), "ok", some))),
                            List.of());
                }
                expected.add(whole);
            }
            store.phases().end(Given.end(at, Given.START + Given.SECOND, 0));
            PhaseAggregate aggregate = store.phases().aggregate(at);
            for (int operation = 0; operation < expected.size(); operation++) {
                assertSame(
                        aggregate.distribution("op%02d".formatted(operation), "response", "ok"),
                        expected.get(operation));
            }
            List<String> rows = expected.stream().map(PercentileTest::row).toList();
            assertThat(lines(store.query("SELECT " + COLUMNS
                            + " FROM operation_summary WHERE timing = 'service' ORDER BY operation")))
                    .isEqualTo(rows);
            assertThat(lines(store.query(
                            "SELECT hdr_percentile(h, 25), hdr_percentile(h, 50), hdr_percentile(h, 75), hdr_percentile(h, 90), hdr_percentile(h, 95),"
                                    + " hdr_percentile(h, 99), hdr_percentile(h, 99.9), hdr_percentile(h, 99.99), hdr_min(h), hdr_max(h)"
                                    + " FROM (SELECT operation, hdr_merge(histogram) AS h FROM snapshot WHERE timing = 'service'"
                                    + " GROUP BY operation) ORDER BY operation")))
                    .isEqualTo(rows);
            assertThat(store.query("SELECT hdr_count(h), hdr_mean(h) FROM (SELECT operation, hdr_merge(histogram) AS h"
                                    + " FROM snapshot WHERE timing = 'service' GROUP BY operation) ORDER BY operation")
                            .rows())
                    .isEqualTo(expected.stream()
                            .map(h -> List.<Object>of(h.getTotalCount(), h.getMean()))
                            .toList());
        }
        assumeThat(Shell.isThere()).as("sqlite3").isTrue();
        assertThat(Shell.ask(
                        file,
                        "SELECT " + COLUMNS + " FROM operation_summary WHERE timing = 'service' ORDER BY operation"))
                .isEqualTo(expected.stream()
                        .map(h -> row(h).replace("null", "").replace(",", "|"))
                        .toList());
    }

    @Test
    void a_percentile_is_empty_below_the_samples_that_it_needs() {
        assertThat(List.of(25.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.9, 99.99).stream()
                        .map(PercentileRank::needed))
                .containsExactly(3L, 5L, 11L, 29L, 59L, 299L, 2995L, 29956L);
        ValueCounts counts = new ValueCounts();
        counts.add(7, 298);
        assertThat(new Distribution(counts).percentileNs(99)).isEmpty();
        counts.add(7, 1);
        assertThat(new Distribution(counts).percentileNs(99)).hasValue(7);
        assertThat(new Distribution(counts).percentileNs(100)).hasValue(7);
        assertThat(new Distribution(new ValueCounts()).percentileNs(100)).isEmpty();
    }

    @Test
    void the_rank_of_java_is_the_rank_of_the_views() {
        for (long samples = 1; samples <= 100_000; samples++) {
            for (double percentile : PERCENTILES) {
                long millionths = Math.round(percentile * 10_000);
                assertThat(PercentileRank.rank(percentile, samples))
                        .isEqualTo((samples * millionths + 999_999) / 1_000_000);
            }
        }
    }

    private static Histogram random(Random random, int operation) {
        Histogram histogram = Given.histogram();
        int samples = 1 + random.nextInt(operation % 3 == 0 ? 20 : operation % 3 == 1 ? 1_000 : 40_000);
        for (int i = 0; i < samples; i++) {
            histogram.recordValue(Math.min(3_600_000_000_000L, random.nextLong() >>> (22 + random.nextInt(42))));
        }
        return histogram;
    }

    private static void assertSame(Distribution distribution, Histogram expected) {
        assertThat(distribution.samples()).isEqualTo(expected.getTotalCount());
        assertThat(distribution.minNs()).isEqualTo(expected.getMinValue());
        assertThat(distribution.maxNs()).isEqualTo(expected.getMaxValue());
        assertThat(distribution.meanNs()).isEqualTo(expected.getMean());
        for (double percentile : PERCENTILES) {
            if (expected.getTotalCount() >= PercentileRank.needed(percentile)) {
                assertThat(distribution.percentileNs(percentile)).hasValue(expected.getValueAtPercentile(percentile));
            } else {
                assertThat(distribution.percentileNs(percentile)).isEmpty();
            }
        }
    }

    private static List<String> lines(Table table) {
        return table.rows().stream()
                .map(row -> String.join(",", row.stream().map(String::valueOf).toList()))
                .toList();
    }

    private static String row(Histogram histogram) {
        StringBuilder row = new StringBuilder();
        for (double percentile : PERCENTILES) {
            boolean enough = histogram.getTotalCount() >= PercentileRank.needed(percentile);
            row.append(enough ? histogram.getValueAtPercentile(percentile) : "null")
                    .append(',');
        }
        return row.append(histogram.getMinValue())
                .append(',')
                .append(histogram.getMaxValue())
                .toString();
    }
}
