package muster.report.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import muster.model.OutcomeCounts;
import muster.model.PhaseAt;
import muster.model.Series;
import muster.store.file.Given;
import muster.store.file.SampleRun;
import muster.store.file.Store;
import muster.store.file.sqlite.Query;
import muster.store.table.Row;
import muster.text.Quantity;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PhaseStagesTest {
    @TempDir
    private Path folder;

    @Test
    void the_figures_of_a_stage_are_those_of_hdrhistogram_and_shares_are_of_time() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Histogram service = random(random, 3_000, 400_000);
        Histogram wait = random(random, 3_000, 250_000);
        Row row = figures(committed(service, wait, Given.histogram(7))).get(1);
        assertThat(row.text("stage")).isEqualTo("wait");
        assertThat(row.whole("samples")).isEqualTo(3_000);
        assertThat(row.whole("min_ns")).isEqualTo(wait.getMinValue());
        assertThat(row.whole("p25_ns")).isEqualTo(wait.getValueAtPercentile(25));
        assertThat(row.whole("p50_ns")).isEqualTo(wait.getValueAtPercentile(50));
        assertThat(row.whole("p75_ns")).isEqualTo(wait.getValueAtPercentile(75));
        assertThat(row.whole("p999_ns")).isEqualTo(wait.getValueAtPercentile(99.9));
        assertThat(row.has("p9999_ns")).as("3,000 samples are too few").isFalse();
        assertThat(row.whole("max_ns")).isEqualTo(wait.getMaxValue());
        double share = wait.getMean() * wait.getTotalCount() / (service.getMean() * service.getTotalCount());
        assertThat(row.number("share_of_service")).isCloseTo(share, within());
    }

    @Test
    void stages_stand_in_their_order_and_the_wait_for_a_lease_is_no_share_of_service() {
        List<Row> rows =
                figures(committed(Given.histogram(1_000, 1_000), Given.histogram(400, 400), Given.histogram(2_000)));
        assertThat(rows.stream().map(row -> row.text("stage"))).containsExactly("lease", "wait", "service");
        assertThat(rows.stream().map(row -> StageColumn.cells(row).getLast()))
                .containsExactly(Quantity.NONE, "40 %", "100 %");
        assertThat(StageColumn.cells(rows.get(1))).hasSameSizeAs(StageColumn.titles(title -> title));
        assertThat(rows.get(1).has("p50_ns")).as("2 samples are too few").isFalse();
    }

    @Test
    void each_sample_is_in_one_power_of_two_and_the_powers_leave_no_gap() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Histogram service = Given.histogram(0, 1, 2, 3, 4, 7, 8, 1_023, 1_024, 3_600_000_000_000L);
        service.add(random(random, 5_000, 1_000_000));
        PhaseStages stages = committed(service, Given.histogram(5), Given.histogram(5));
        List<Log2Bucket> buckets = stages.histogram("page", "service");
        assertThat(buckets.getFirst()).isEqualTo(new Log2Bucket(0, 1, 1));
        assertThat(buckets.getLast()).isEqualTo(new Log2Bucket(1L << 41, 1L << 42, 1));
        for (int i = 0; i < buckets.size(); i++) {
            Log2Bucket bucket = buckets.get(i);
            assertThat(bucket.count())
                    .as(bucket.range())
                    .isEqualTo(service.getCountBetweenValues(bucket.lowNs(), bucket.highNs() - 1));
            assertThat(bucket.lowNs()).isEqualTo(i == 0 ? 0 : buckets.get(i - 1).highNs());
        }
    }

    @Test
    void steps_stand_side_by_side_with_the_median_of_their_trials() {
        Path file = folder.resolve("sweep.db");
        long run;
        try (Store store = Store.open(file)) {
            run = SampleRun.small("sweep").sweep(store, 2);
        }
        List<PhaseStages> phases = read(file, run);
        StageComparison comparison = new StageComparison(List.of(phases));
        assertThat(comparison.titles()).containsExactly("1: clients 1, algorithm stou", "2: clients 2, algorithm stou");
        assertThat(comparison.lines())
                .startsWith(new StageComparison.Line("follow", "acquire"), new StageComparison.Line("follow", "begin"));
        StageComparison.Line line = new StageComparison.Line("follow", "acquire");
        double[] trials = phases.stream()
                .filter(phase -> phase.at().step() == 2)
                .mapToDouble(phase -> StageColumn.P50.of(phase.figures().getFirst()))
                .toArray();
        assertThat(trials).hasSize(2);
        assertThat(comparison.cells(line, StageColumn.P50).get(1))
                .isEqualTo(Quantity.duration((trials[0] + trials[1]) / 2));
        assertThat(comparison.cellsWithShare(line, StageColumn.P50).get(1)).endsWith(" %)");
    }

    @Test
    void runs_of_several_files_are_told_apart_by_name_though_their_numbers_are_the_same() {
        List<List<PhaseStages>> runs = List.of(written("http1"), written("http2"));
        assertThat(new StageComparison(runs).titles()).containsExactly("1: http1", "2: http2");
    }

    private List<PhaseStages> written(String name) {
        Path file = folder.resolve(name + ".db");
        try (Store store = Store.open(file)) {
            SampleRun.small(name).write(store);
        }
        return read(file, 1);
    }

    @Test
    void operations_that_were_not_ok_are_named_as_no_stage_has_them() {
        Histogram two = Given.histogram(400, 400);
        PhaseStages all = committed(two, two, two);
        assertThat(all.leftOut()).isEmpty();
        PhaseStages some = committed(two, two, two, Given.both("page", "absent", Given.histogram(1, 1, 1)));
        assertThat(some.outcomes()).containsExactly(Map.entry("page", new OutcomeCounts(2, 0, 3, 0, 0, 0)));
        assertThat(some.leftOut())
                .containsExactly("page, of which the stages are of ok only: 5 operations: 2 ok, 0 errors, 3 absent");
    }

    private PhaseStages committed(Histogram service, Histogram wait, Histogram lease) {
        return committed(service, wait, lease, List.of());
    }

    private PhaseStages committed(Histogram service, Histogram wait, Histogram lease, List<Series> others) {
        Path file = folder.resolve("run" + others.size() + ".db");
        try (Store store = Store.open(file)) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 0, -1);
            List<Series> series = Given.all(
                    Given.both("page", "ok", service),
                    others,
                    List.of(Given.series("page", "wait", "ok", wait), Given.series("page", "lease", "ok", lease)));
            long covered = service.getTotalCount()
                    + others.stream()
                            .filter(each -> each.key().timing().equals("service"))
                            .mapToLong(Series::samples)
                            .sum();
            Given.commit(
                    store, List.of(Given.report(at, 1, 1, Given.START, series, Given.range(0, covered))), List.of());
            store.phases().end(Given.end(at, Given.START + Given.SECOND, covered));
            return read(file, at.runId()).getFirst();
        }
    }

    private static List<Row> figures(PhaseStages stages) {
        assertThat(stages.any()).isTrue();
        return stages.figures();
    }

    private static List<PhaseStages> read(Path file, long run) {
        try (Query query = Query.open(file)) {
            return PhaseStages.read(query::table, run);
        }
    }

    private static Histogram random(Random random, int samples, int mostNs) {
        Histogram histogram = Given.histogram();
        for (int i = 0; i < samples; i++) {
            histogram.recordValue(1 + random.nextInt(mostNs));
        }
        return histogram;
    }

    private static org.assertj.core.data.Offset<Double> within() {
        return org.assertj.core.data.Offset.offset(1e-9);
    }
}
