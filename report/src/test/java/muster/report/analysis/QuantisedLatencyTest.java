package muster.report.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.ToDoubleFunction;
import muster.report.analysis.OperationBlocks.Figure;
import muster.statistics.Change;
import muster.statistics.Change.Kind;
import muster.statistics.Change.Sense;
import muster.statistics.Estimate;
import muster.store.file.Given;
import muster.store.file.histogram.DecodedHistogram;
import muster.store.file.histogram.HistogramDecoder;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/**
 * Runs of a target that does nothing, on a clock of 20 ns: latencies around 70 ns are recorded as 60 and 80, half of them
 * each. Processes differ by 1 %, as compilers decide otherwise each time, and trials within one by 0.1 %: that moves the
 * median by a third, in all trials of a run alike, or not at all.
 */
class QuantisedLatencyTest {
    private static final int CLOCK_STEP_NS = 20;
    private static final double MEDIAN_NS = 70;
    private static final int SAMPLES = 4_000;
    private static final int PAIRS = 60;

    private final Random random;

    QuantisedLatencyTest() {
        long seed = 20261123;
        System.out.println("seed " + seed);
        random = new Random(seed);
    }

    @Test
    void identical_runs_of_three_trials_are_seldom_found_different() {
        assertThat(found(3, 1, Estimate::resolution)).isLessThanOrEqualTo(PAIRS / 20);
        assertThat(found(3, 1, any -> 0)).as("without the clock's step").isGreaterThan(PAIRS / 5);
    }

    @Test
    void identical_runs_of_one_trial_are_never_found_different() {
        assertThat(found(1, 1, any -> 0)).isZero();
    }

    @Test
    void a_difference_far_above_the_step_of_the_clock_is_found() {
        assertThat(found(3, 40, Estimate::resolution)).isEqualTo(PAIRS);
    }

    /** How many of the pairs differ in their p50, though or because B is this much slower. */
    private int found(int trials, double slower, ToDoubleFunction<Estimate> resolution) {
        int found = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            Estimate a = p50(trials, 1, pair);
            Estimate b = p50(trials, slower, pair + PAIRS);
            Kind kind = Change.of(
                            a.recordedIn(resolution.applyAsDouble(a)),
                            b.recordedIn(resolution.applyAsDouble(b)),
                            Sense.TIME,
                            trials)
                    .kind();
            found += kind == Kind.BETTER || kind == Kind.WORSE ? 1 : 0;
        }
        return found;
    }

    private Estimate p50(int trials, double slower, long seed) {
        OperationBlocks blocks = new OperationBlocks();
        double process = slower * Math.exp(0.01 * random.nextGaussian());
        for (int trial = 1; trial <= trials; trial++) {
            blocks.blocks(trial, new double[] {1, 1});
            double level = process * Math.exp(0.001 * random.nextGaussian());
            for (int block = 0; block < 2; block++) {
                blocks.ok(trial, block, SAMPLES);
                blocks.latencies(trial, block, recorded(level));
            }
        }
        return blocks.figures(seed).of(Figure.P50);
    }

    /** The difference of two readings of a clock that stands still for 20 ns at a time. */
    private DecodedHistogram recorded(double level) {
        Histogram histogram = Given.histogram();
        for (int i = 0; i < SAMPLES; i++) {
            double tookNs = MEDIAN_NS * level * Math.exp(0.02 * random.nextGaussian());
            long steps = (long) (tookNs / CLOCK_STEP_NS + random.nextDouble());
            histogram.recordValue(steps * CLOCK_STEP_NS);
        }
        try (HistogramDecoder blobs = new HistogramDecoder()) {
            return blobs.decode(Given.blob(histogram));
        }
    }
}
