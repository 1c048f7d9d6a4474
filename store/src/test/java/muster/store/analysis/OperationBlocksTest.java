package muster.store.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import muster.model.PhaseAt;
import muster.store.analysis.OperationBlocks.Figure;
import muster.store.analysis.OperationBlocks.Figures;
import muster.store.analysis.statistics.BlockBootstrap;
import muster.store.analysis.statistics.Interval;
import muster.store.file.Given;
import muster.store.file.Store;
import muster.store.file.histogram.DecodedHistogram;
import muster.store.file.histogram.HistogramDecoder;
import muster.store.file.sqlite.Query;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationBlocksTest {
    private static final int SECONDS = 30;
    private static final List<Figure> FIGURES = List.of(Figure.values());

    @TempDir
    private Path folder;

    /** Comparisons of a thing with itself in 100 that find a difference. */
    private static double[] found(int pairs, int trials, int perSecond, double betweenTrials, long seed) {
        Random random = new Random(seed);
        int[] found = new int[Figure.values().length];
        for (int pair = 0; pair < pairs; pair++) {
            Figures a = given(trials, perSecond, betweenTrials, 1, random).figures(pair);
            Figures b = given(trials, perSecond, betweenTrials, 1, random).figures(pair + pairs);
            for (int i = 0; i < found.length; i++) {
                Figure figure = FIGURES.get(i);
                Interval ratio = b.of(figure).by(a.of(figure));
                found[i] += ratio.bounded() && !ratio.contains(1) ? 1 : 0;
            }
        }
        double[] percent = new double[found.length];
        Arrays.setAll(percent, i -> 100.0 * found[i] / pairs);
        return percent;
    }

    /** Lognormal latencies around a level that wanders from second to second, and starts anew with each trial. */
    private static OperationBlocks given(
            int trials, int perSecond, double betweenTrials, double slower, Random random) {
        OperationBlocks blocks = new OperationBlocks();
        for (int trial = 1; trial <= trials; trial++) {
            int count = BlockBootstrap.blocks(SECONDS);
            double[] widths = new double[count];
            Arrays.fill(widths, SECONDS / (double) count);
            blocks.blocks(trial, widths);
            double level = betweenTrials * random.nextGaussian();
            double wander = 0;
            for (int second = 0; second < SECONDS; second++) {
                wander = 0.4 * wander + 0.03 * random.nextGaussian();
                int block = Math.min(second * count / SECONDS, count - 1);
                long done = Math.round(perSecond * Math.exp(-level - wander) / slower);
                blocks.ok(trial, block, done);
                blocks.latencies(trial, block, second(done, slower * Math.exp(level + wander), random));
            }
        }
        return blocks;
    }

    private static DecodedHistogram second(long samples, double level, Random random) {
        Histogram histogram = new Histogram(1, 3_600_000_000_000L, 3);
        for (int i = 0; i < samples; i++) {
            histogram.recordValue((long) (1e6 * level * Math.exp(0.5 * random.nextGaussian())));
        }
        try (HistogramDecoder blobs = new HistogramDecoder()) {
            return blobs.decode(Given.blob(histogram));
        }
    }

    @Test
    @Tag("slow")
    void one_trial_compared_with_itself_seldom_finds_a_difference_if_nothing_varies_between_runs() {
        double[] percent = found(25, 1, 400, 0, 11);
        System.out.println("seed 11, 25 pairs of 1 trial, false positives in per cent: " + Arrays.toString(percent));
        assertThat(Arrays.stream(percent).boxed())
                .allSatisfy(share -> assertThat(share).isLessThan(21));
    }

    @Test
    @Tag("slow")
    void five_trials_compared_with_themselves_seldom_find_a_difference_though_trials_vary() {
        double[] percent = found(15, 5, 80, 0.05, 12);
        System.out.println("seed 12, 15 pairs of 5 trials, false positives in per cent: " + Arrays.toString(percent));
        assertThat(Arrays.stream(percent).boxed())
                .allSatisfy(share -> assertThat(share).isLessThan(21));
    }

    /** What docs/compare.md warns of: the reason for several trials. */
    @Test
    void one_trial_finds_differences_that_are_those_between_runs() {
        double[] percent = found(10, 1, 100, 0.05, 13);
        System.out.println("seed 13, 10 pairs of 1 trial that vary: " + Arrays.toString(percent));
        assertThat(percent[0]).isGreaterThan(40);
    }

    /** Prints the figures of docs/compare.md. */
    @Test
    @Tag("nightly")
    void hundreds_of_comparisons_of_a_thing_with_itself() {
        System.out.println("false positives in per cent, of throughput, p50, p99, p99.9");
        double[] alike = found(200, 1, 500, 0, 11);
        System.out.println("seed 11, 200 pairs of 1 trial, runs do not vary: " + Arrays.toString(alike));
        double[] single = found(60, 1, 200, 0.05, 13);
        System.out.println("seed 13, 60 pairs of 1 trial, runs vary by a twentieth: " + Arrays.toString(single));
        double[] five = found(100, 5, 100, 0.05, 12);
        System.out.println("seed 12, 100 pairs of 5 trials, runs vary by a twentieth: " + Arrays.toString(five));
        double[] three = found(100, 3, 100, 0.05, 16);
        System.out.println("seed 16, 100 pairs of 3 trials, runs vary by a twentieth: " + Arrays.toString(three));
        assertThat(Arrays.stream(alike).boxed())
                .allSatisfy(share -> assertThat(share).isLessThan(11));
        assertThat(Arrays.stream(three).boxed())
                .allSatisfy(share -> assertThat(share).isLessThan(11));
        assertThat(Arrays.stream(five).boxed())
                .allSatisfy(share -> assertThat(share).isLessThan(8));
    }

    @Test
    void a_real_difference_is_found() {
        Random random = new Random(14);
        Figures a = given(5, 200, 0.01, 1, random).figures(1);
        Figures b = given(5, 200, 0.01, 1.1, random).figures(2);
        assertThat(b.throughput().by(a.throughput()).high()).isLessThan(1).isCloseTo(1 / 1.1, within(0.05));
        assertThat(b.p50().by(a.p50()).low()).isGreaterThan(1).isCloseTo(1.1, within(0.05));
    }

    @Test
    void a_percentile_with_few_samples_beyond_it_has_no_interval_and_with_too_few_no_value() {
        Random random = new Random(15);
        Figures few = given(1, 150, 0, 1, random).figures(1);
        assertThat(few.p999().value()).isPositive();
        assertThat(few.p999().error()).isNaN();
        assertThat(few.p99().error()).isPositive();
        assertThat(given(1, 50, 0, 1, random).figures(1).p999().value()).isNaN();
    }

    @Test
    void figures_of_a_file_are_those_of_its_views() {
        try (Store store = Store.open(folder.resolve("run.db"))) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 4, -1);
            long next = 0;
            for (int second = 0; second < 5; second++) {
                long[] values = new Random(second).longs(100, 1_000, 9_000_000).toArray();
                Given.commit(
                        store,
                        List.of(Given.report(
                                at,
                                1,
                                second + 1,
                                Given.START + second * Given.SECOND,
                                Given.all(
                                        Given.both("post", "ok", Given.histogram(values)),
                                        Given.both("follow", "ok", Given.histogram(values))),
                                Given.range(next, 2L * values.length))),
                        List.of());
                next += 2L * values.length;
            }
            store.phases().end(Given.end(at, Given.START + 4 * Given.SECOND, next));
        }
        try (Query query = Query.open(folder.resolve("run.db"))) {
            Map<String, Map<String, OperationBlocks>> phases = BlockReader.read(query, 1, 1, "response");
            assertThat(phases).containsOnlyKeys("measure");
            Map<String, OperationBlocks> read = Objects.requireNonNull(phases.get("measure"));
            assertThat(read).containsOnlyKeys("follow", "post", BlockReader.ALL);
            List<Object> run = List.copyOf(query.table("select throughput_per_s, p50_ns, p99_ns from run_summary")
                    .rows()
                    .getFirst());
            Figures all = Objects.requireNonNull(read.get(BlockReader.ALL)).figures(1);
            for (int i = 0; i < run.size(); i++) {
                double told = ((Number) run.get(i)).doubleValue();
                assertThat(all.of(FIGURES.get(i)).value()).isCloseTo(told, within(told / 500));
            }
            assertThat(Objects.requireNonNull(read.get("post")).samples()).isEqualTo(500);
        }
    }
}
