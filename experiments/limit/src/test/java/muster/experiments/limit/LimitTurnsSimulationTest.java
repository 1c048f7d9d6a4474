package muster.experiments.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import muster.statistics.Interval;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two servers of known limits, searched in turns and one after the other, on a machine that others slow by a fifth half of the time. */
@Tag("thorough")
class LimitTurnsSimulationTest {
    private static final int COMPARISONS = 60;
    private static final int MAX_STEPS = 12;
    private static final double PRECISION = 0.03;
    private static final double BOUND_S = 0.05;
    private static final double SLOW = 0.8;
    private static final double WARMUP_S = 3;
    private static final double BETWEEN_COMMANDS_S = 180;
    private static final double QUICK_S = 0.002;

    private final long seed = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);

    /** A clock of simulated seconds, and how fast the machine is by it. */
    private static final class Machine {
        private final SplittableRandom random;
        private final double meanS;
        private double nowS;
        private double changeS;
        private boolean slow;

        /** @param meanS how long one state lasts on average; infinite for a machine of its own */
        Machine(SplittableRandom random, double meanS) {
            this.random = random;
            this.meanS = meanS;
            changeS = gap();
            slow = Double.isFinite(meanS) && random.nextBoolean();
        }

        private double gap() {
            return -Math.log(1 - random.nextDouble()) * meanS;
        }

        double speed() {
            while (changeS < nowS) {
                changeS += gap();
                slow = !slow;
            }
            return slow ? SLOW : 1;
        }
    }

    /** The search of one target. */
    private static final class Searched {
        private final double serviceS;
        private LimitSearch search;
        private int steps;

        Searched(double serviceS) {
            this.serviceS = serviceS;
            search = new LimitSearch(0.6 / serviceS, 0.003 / serviceS, 20 / serviceS);
        }

        boolean more() {
            return steps < MAX_STEPS && search.estimate().halfWidth() > PRECISION;
        }

        void advance(Machine machine) {
            double rate = search.next();
            double measuredS = search.estimate().halfWidth() < 0.2 ? 30 : 10;
            SimulatedServer server = SimulatedServer.constant(1, serviceS / machine.speed());
            double p99S = server.step(rate, WARMUP_S, measuredS, 0, machine.random);
            machine.nowS += WARMUP_S + measuredS;
            search = search.after(new LimitStep(rate, Math.log(p99S / BOUND_S)));
            steps++;
        }

        Interval interval() {
            LimitEstimate found = search.estimate();
            return new Interval(found.rate(), found.low(), found.high());
        }
    }

    private static Interval inTurns(Machine machine, List<Searched> searches) {
        for (int round = 0; searches.stream().anyMatch(Searched::more); round++) {
            (round % 2 == 0 ? searches : searches.reversed())
                    .stream().filter(Searched::more).forEach(search -> search.advance(machine));
        }
        return ratio(searches);
    }

    private static Interval oneAfterTheOther(Machine machine, List<Searched> searches) {
        for (Searched search : searches) {
            while (search.more()) {
                search.advance(machine);
            }
            machine.nowS += BETWEEN_COMMANDS_S;
        }
        return ratio(searches);
    }

    private static Interval ratio(List<Searched> searches) {
        return searches.getFirst().interval().over(searches.getLast().interval());
    }

    private static double truth(double otherS) {
        return SimulatedServer.constant(1, QUICK_S).limit(BOUND_S, 200, 500)
                / SimulatedServer.constant(1, otherS).limit(BOUND_S, 100, 500);
    }

    private List<Interval> ratios(double otherS, double meanS, BiFunction<Machine, List<Searched>, Interval> how) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, COMPARISONS)
                .mapToObj(i -> how.apply(
                        new Machine(random.split(), meanS), List.of(new Searched(QUICK_S), new Searched(otherS))))
                .toList();
    }

    private static double held(List<Interval> ratios, double truth) {
        return ratios.stream().filter(ratio -> ratio.contains(truth)).count() / (double) ratios.size();
    }

    private static double medianError(List<Interval> ratios, double truth) {
        double[] off = ratios.stream()
                .mapToDouble(ratio -> Math.abs(Math.log(ratio.estimate() / truth)))
                .sorted()
                .toArray();
        return off[off.length / 2];
    }

    /** States that last for longer than a few steps, as those of a shared machine do. */
    @ParameterizedTest
    @CsvSource({"60, 0.002", "300, 0.004", "1000, 0.002"})
    void on_a_machine_of_several_states_turns_tell_the_ratio_and_two_commands_do_not(double meanS, double otherS) {
        double truth = truth(otherS);
        List<Interval> turns = ratios(otherS, meanS, LimitTurnsSimulationTest::inTurns);
        List<Interval> apart = ratios(otherS, meanS, LimitTurnsSimulationTest::oneAfterTheOther);
        System.out.printf(
                "states of %.0f s, ratio %.2f: in turns held by %.0f %%, off by %.1f %%; apart held by %.0f %%, off by %.1f %% (seed %d)%n",
                meanS,
                truth,
                100 * held(turns, truth),
                100 * medianError(turns, truth),
                100 * held(apart, truth),
                100 * medianError(apart, truth),
                seed);
        assertThat(held(turns, truth)).as("seed %d", seed).isGreaterThanOrEqualTo(0.7);
        assertThat(held(turns, truth)).as("seed %d", seed).isGreaterThan(held(apart, truth));
    }

    @Test
    void equal_limits_on_a_quiet_machine_are_alike_and_hardly_ever_told_apart() {
        List<Interval> ratios = ratios(QUICK_S, Double.POSITIVE_INFINITY, LimitTurnsSimulationTest::inTurns);
        double apart = ratios.stream().filter(ratio -> !ratio.contains(1)).count() / (double) COMPARISONS;
        double alike = ratios.stream()
                        .filter(ratio -> ratio.contains(1) && ratio.farthestFromOne() <= LimitComparison.MARGIN)
                        .count()
                / (double) COMPARISONS;
        System.out.printf("equal: alike %.0f %%, told apart %.0f %% (seed %d)%n", 100 * alike, 100 * apart, seed);
        assertThat(apart).as("seed %d", seed).isLessThanOrEqualTo(0.1);
        assertThat(alike).as("seed %d", seed).isGreaterThanOrEqualTo(0.5);
    }

    /** The queue of a server near its limit takes seconds to build up, and is served while the other has its turn. */
    @Test
    void in_turns_shorter_than_a_step_a_server_seems_to_carry_more_than_it_does() {
        for (double boundS : new double[] {0.05, 0.2}) {
            double truth = SimulatedServer.constant(1, 0.0025).limit(boundS, 200, 400);
            double[] more = DoubleStream.of(0.2, 0.5, 5, 15)
                    .map(turnS ->
                            SimulatedServer.constant(1, 0.0025).inTurns(turnS).limit(boundS, 200, 800) / truth)
                    .toArray();
            System.out.printf(
                    "p99 < %.0f ms: %s times in turns of 200 ms, 500 ms, 5 s, 15 s%n",
                    1_000 * boundS, Arrays.toString(more));
            assertThat(more[0]).isGreaterThan(1.1);
            assertThat(more[3]).isBetween(0.99, 1.02);
        }
    }
}
