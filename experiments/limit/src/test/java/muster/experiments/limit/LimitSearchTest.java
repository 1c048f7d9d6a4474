package muster.experiments.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers of known capacity are searched as a real one is: steps of ten seconds, some of them disturbed. */
class LimitSearchTest {
    private static final int SEARCHES = 100;
    private static final int MAX_STEPS = 12;
    private static final double PRECISION = 0.03;
    private static final double BOUND_S = 0.05;
    private static final double DISTURBED = 0.03;
    private static final double NARROW = 0.2;

    static Stream<Arguments> servers() {
        // In an M/M/1 queue response times are exponential, with the rate that is left.
        SimulatedServer mm1 = SimulatedServer.exponential(1, 500);
        return Stream.of(
                Arguments.of("M/M/1", mm1, 500 - Math.log(100) / BOUND_S),
                of("M/M/8", SimulatedServer.exponential(8, 125), 300, 1_000),
                of("M/D/1", SimulatedServer.constant(1, 0.002), 200, 500),
                of("M/D/4", SimulatedServer.constant(4, 0.004), 300, 1_000),
                of("lock", SimulatedServer.lock(0.005, 0.002), 200, 500));
    }

    private static Arguments of(String name, SimulatedServer server, double least, double most) {
        return Arguments.of(name, server, server.limit(BOUND_S, least, most));
    }

    @Tag("thorough")
    @ParameterizedTest(name = "{0}")
    @MethodSource("servers")
    void the_interval_holds_the_limit_at_least_90_times_of_100(String name, SimulatedServer server, double limit) {
        long seed = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);
        SplittableRandom random = new SplittableRandom(seed);
        int held = 0;
        int steps = 0;
        double[] widths = new double[SEARCHES];
        for (int search = 0; search < SEARCHES; search++) {
            Searched searched = search(server, limit, random.split());
            held += searched.estimate().low() <= limit
                            && limit <= searched.estimate().high()
                    ? 1
                    : 0;
            steps += searched.steps();
            widths[search] = searched.estimate().halfWidth();
        }
        Arrays.sort(widths);
        double width = widths[SEARCHES / 2];
        System.out.printf(
                "%s: limit %.1f/s, held by %d of %d intervals, ±%.1f %% after %.1f steps on average (seed %d)%n",
                name, limit, held, SEARCHES, 100 * width, (double) steps / SEARCHES, seed);
        assertThat(held).as("seed %d", seed).isGreaterThanOrEqualTo(90);
        assertThat(width).as("seed %d", seed).isLessThan(0.06);
    }

    /** What is expected is wrong by up to a factor of 2.5. */
    private static Searched search(SimulatedServer server, double limit, SplittableRandom random) {
        double expected = limit * Math.exp(random.nextDouble(-1, 1) * Math.log(2.5));
        LimitSearch search = new LimitSearch(expected, limit / 200, limit * 32);
        int steps = 0;
        while (steps < MAX_STEPS && search.estimate().halfWidth() > PRECISION) {
            double rate = search.next();
            double stallS = random.nextDouble() < DISTURBED ? 1 : 0;
            double p99S = server.step(rate, 3, search.estimate().halfWidth() < NARROW ? 30 : 10, stallS, random);
            search = search.after(new LimitStep(rate, Math.log(p99S / BOUND_S)));
            steps++;
        }
        return new Searched(search.estimate(), steps);
    }

    private record Searched(LimitEstimate estimate, int steps) {}

    @Test
    void a_bound_that_every_rate_holds_is_open_above() {
        LimitSearch search = always(true);
        assertThat(search.above()).isGreaterThan(0.95);
        assertThat(search.estimate().high()).isInfinite();
        assertThat(search.estimate().halfWidth()).isInfinite();
        assertThat(search.estimate().low()).isGreaterThan(1_000);
    }

    @Test
    void a_bound_that_no_rate_holds_is_open_below() {
        LimitSearch search = always(false);
        assertThat(search.below()).isGreaterThan(0.95);
        assertThat(search.estimate().low()).isZero();
        assertThat(search.estimate().high()).isLessThan(20);
    }

    @Test
    void where_more_is_expected_than_may_be_tried_the_highest_rate_is_tried_first() {
        LimitSearch search = new LimitSearch(3_000, 10, 100);
        assertThat(search.next()).isCloseTo(100, within(1.0));
        assertThat(search.above()).isBetween(0.9, 0.99);
    }

    private static LimitSearch always(boolean holds) {
        LimitSearch search = new LimitSearch(300, 10, 3_000);
        for (int step = 0; step < MAX_STEPS; step++) {
            search = search.after(step(search.next(), holds));
        }
        return search;
    }

    private static LimitStep step(double rate, boolean holds) {
        return new LimitStep(rate, holds ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
    }

    @Test
    void one_step_that_was_disturbed_is_outvoted() {
        LimitSearch search = new LimitSearch(300, 10, 3_000).after(step(150, false));
        for (int step = 0; step < MAX_STEPS; step++) {
            double rate = search.next();
            search = search.after(step(rate, rate < 400));
        }
        assertThat(search.estimate().rate()).isCloseTo(400, within(25.0));
    }

    /** As on a machine in several states: 400/s holds, and then 320/s does not. */
    @Test
    void steps_that_contradict_each_other_leave_the_limit_among_them() {
        LimitSearch search = new LimitSearch(360, 10, 3_000);
        for (int round = 0; round < MAX_STEPS / 2; round++) {
            search = search.after(new LimitStep(400, -0.5)).after(new LimitStep(320, 0.5));
        }
        assertThat(search.estimate().rate()).isBetween(320.0, 400.0);
        assertThat(search.estimate().low()).isLessThan(320);
        assertThat(search.estimate().high()).isBetween(400.0, 600.0);
    }
}
