package muster.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IntervalTest {
    private static final double Z = 1.959963985;

    /** Of logarithms with standard errors, whose difference has the root of the sum of their squares. */
    private static Interval lognormal(double estimate, double error) {
        return new Interval(estimate, estimate * Math.exp(-Z * error), estimate * Math.exp(Z * error));
    }

    @Test
    void a_ratio_of_symmetric_intervals_is_that_of_independent_logarithms() {
        Interval ratio = lognormal(300, 0.03).over(lognormal(100, 0.04));
        assertThat(ratio.estimate()).isCloseTo(3, within(1e-9));
        assertThat(ratio.low()).isCloseTo(3 * Math.exp(-Z * 0.05), within(1e-9));
        assertThat(ratio.high()).isCloseTo(3 * Math.exp(Z * 0.05), within(1e-9));
    }

    @Test
    void each_end_comes_from_the_ends_that_it_depends_on() {
        Interval ratio = new Interval(100, 90, 100).over(new Interval(50, 50, 60));
        assertThat(ratio.high()).as("neither may be better for the ratio").isCloseTo(2, within(1e-9));
        assertThat(ratio.low())
                .isCloseTo(2 * Math.exp(-Math.hypot(Math.log(100 / 90.0), Math.log(60 / 50.0))), within(1e-9));
    }

    @Test
    void open_ends_open_the_ratio_on_their_side() {
        Interval openAbove = new Interval(100, 90, Double.POSITIVE_INFINITY);
        Interval closed = new Interval(50, 45, 55);
        assertThat(openAbove.over(closed).high()).isInfinite();
        assertThat(openAbove.over(closed).low()).isBetween(1.7, 2.0);
        assertThat(closed.over(openAbove).low()).isZero();
        assertThat(new Interval(100, 0, 110).over(closed).low()).isZero();
        assertThat(Interval.NONE.over(closed).bounded()).isFalse();
    }

    /** The estimates are drawn, the truth is 2. */
    @Test
    void it_holds_the_ratio_in_95_of_100() {
        SplittableRandom random = new SplittableRandom(1);
        long held = IntStream.range(0, 10_000)
                .filter(i -> lognormal(200 * Math.exp(0.03 * random.nextGaussian()), 0.03)
                        .over(lognormal(100 * Math.exp(0.06 * random.nextGaussian()), 0.06))
                        .contains(2))
                .count();
        assertThat(held).isBetween(9_400L, 9_600L);
    }
}
