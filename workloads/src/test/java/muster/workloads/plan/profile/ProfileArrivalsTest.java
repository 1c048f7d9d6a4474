package muster.workloads.plan.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.assertj.core.data.Percentage.withPercentage;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.random.RandomGenerator;
import muster.workloads.plan.ArrivalSchedule;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.PlanReader;
import org.junit.jupiter.api.Test;

/** When operations of a rate with a profile are meant to start, against the exact integral; profiles are drawn. */
class ProfileArrivalsTest {
    private static final MathContext EXACT = MathContext.DECIMAL128;
    private static final BigDecimal NANO = BigDecimal.valueOf(1_000_000_000);
    private static final int PROFILES = 300;
    private static final long SEED = new Random().nextLong();

    /** A straight piece, to compute L anew in decimals. */
    private record Piece(long startNs, long endNs, long from, long to) {
        BigDecimal area(BigDecimal ns) {
            BigDecimal slope = BigDecimal.valueOf(to - from)
                    .divide(BigDecimal.valueOf(endNs - startNs), EXACT)
                    .divide(BigDecimal.TWO, EXACT);
            BigDecimal height = BigDecimal.valueOf(from).add(slope.multiply(ns, EXACT));
            return height.multiply(ns, EXACT).divide(NANO.multiply(NANO), EXACT);
        }
    }

    private record Drawn(ProfileLine line, List<Piece> pieces, long lengthNs, long last) {
        static Drawn of(RandomGenerator random) {
            ProfileLine.Builder line = new ProfileLine.Builder(0);
            List<Piece> pieces = new ArrayList<>();
            long level = 0;
            long ns = 0;
            for (int i = random.nextInt(1, 9); i > 0; i--) {
                long to = random.nextInt(4) == 0 ? 0 : random.nextInt(3) == 0 ? level : height(random);
                long length = random.nextInt(5) == 0 ? 0 : length(random);
                line.to(to, length);
                if (length > 0) {
                    pieces.add(new Piece(ns, ns + length, level, to));
                }
                ns += length;
                level = to;
            }
            return new Drawn(line.build(), pieces, ns, level);
        }

        private static long height(RandomGenerator random) {
            return (long) Math.pow(10, random.nextDouble(8, 15));
        }

        private static long length(RandomGenerator random) {
            return (long) Math.pow(10, random.nextDouble(6, 12));
        }

        BigDecimal integral(BigDecimal ns) {
            BigDecimal sum = BigDecimal.ZERO;
            for (Piece piece : pieces) {
                BigDecimal within = ns.min(BigDecimal.valueOf(piece.endNs)).subtract(BigDecimal.valueOf(piece.startNs));
                sum = within.signum() > 0 ? sum.add(piece.area(within), EXACT) : sum;
            }
            BigDecimal after = ns.subtract(BigDecimal.valueOf(lengthNs)).max(BigDecimal.ZERO);
            return sum.add(after.multiply(BigDecimal.valueOf(last)).divide(NANO.multiply(NANO), EXACT), EXACT);
        }
    }

    private static RandomGenerator random(int number) {
        return new Random(SEED + number);
    }

    @Test
    void the_integral_reaches_the_index_within_a_nanosecond_of_its_time() {
        for (int number = 0; number < PROFILES; number++) {
            RandomGenerator random = random(number);
            Drawn drawn = Drawn.of(random);
            long arrivals = drawn.integral(BigDecimal.valueOf(drawn.lengthNs)).longValue() + 10;
            for (int i = 0; i < 40; i++) {
                long index = random.nextLong(arrivals);
                long ns = drawn.line.timeNs(index);
                if (ns < ProfileLine.NEVER) {
                    String what = "seed %d, profile %d, index %d".formatted(SEED, number, index);
                    BigDecimal at = BigDecimal.valueOf(ns);
                    assertThat(drawn.integral(at.subtract(BigDecimal.ONE)))
                            .as(what)
                            .isLessThanOrEqualTo(bound(index, 1));
                    assertThat(drawn.integral(at.add(BigDecimal.ONE)))
                            .as(what)
                            .isGreaterThanOrEqualTo(bound(index, -1));
                } else {
                    assertThat(drawn.last).isZero();
                }
            }
        }
    }

    /** The integral itself is computed to 34 digits only. */
    private static BigDecimal bound(long index, int sign) {
        return BigDecimal.valueOf(index).add(BigDecimal.valueOf(sign).scaleByPowerOfTen(-18));
    }

    @Test
    void leases_join_without_a_gap_wherever_they_are_cut() {
        for (int number = 0; number < PROFILES; number++) {
            RandomGenerator random = random(number);
            Drawn drawn = Drawn.of(random);
            for (boolean poisson : new boolean[] {false, true}) {
                ArrivalSchedule arrivals = ArrivalSchedule.of(drawn.line, poisson, random.nextLong());
                long at = 0;
                long ns = arrivals.first();
                while (at < 2_000) {
                    long next = at + random.nextInt(1, 300);
                    long later = arrivals.timeNs(at, ns, next);
                    assertThat(later)
                            .as("seed %d, profile %d, index %d", SEED, number, next)
                            .isEqualTo(arrivals.timeNs(0, arrivals.first(), next))
                            .isGreaterThanOrEqualTo(ns);
                    at = next;
                    ns = later;
                }
            }
        }
    }

    @Test
    void poisson_arrivals_follow_the_integral_as_far_as_chance_allows() {
        for (int number = 0; number < 30; number++) {
            RandomGenerator random = random(number);
            Drawn drawn = Drawn.of(random);
            ArrivalSchedule arrivals = ArrivalSchedule.of(drawn.line, true, random.nextLong());
            long index = 0;
            for (long ns = arrivals.first(); index < 50_000 && ns < drawn.lengthNs; index++) {
                ns = arrivals.timeNs(index, ns, index + 1);
            }
            long end = Math.min(drawn.lengthNs, arrivals.timeNs(0, arrivals.first(), index));
            double due = drawn.integral(BigDecimal.valueOf(end)).doubleValue();
            assertThat((double) index)
                    .as("seed %d, profile %d", SEED, number)
                    .isBetween(due - 6 * Math.sqrt(due) - 10, due + 6 * Math.sqrt(due) + 10);
        }
    }

    @Test
    void nothing_arrives_while_the_rate_is_0() {
        ProfileLine line =
                line("{stages: [{hold: 2s}, {to: 10/s}, {hold: 1s}, {to: 0/s}, {hold: 5s}, {to: 10/s}]}", "60s");
        assertThat(line.timeNs(0)).isEqualTo(2_000_000_000L);
        assertThat(line.timeNs(9)).isEqualTo(2_900_000_000L);
        assertThat(line.timeNs(10)).isEqualTo(8_000_000_000L);
        assertThat(line("{spike: {base: 0/s, peak: 10/s, at: 1s, for: 1s}}", "60s")
                        .timeNs(10))
                .isEqualTo(ProfileLine.NEVER);
    }

    @Test
    void a_profile_of_one_height_arrives_as_that_rate_does() {
        ProfileLine line = line("{from: 1000/s, stages: [{hold: 1h}]}", "1h");
        assertThat(List.of(line.timeNs(0), line.timeNs(1), line.timeNs(3_599_999)))
                .containsExactly(0L, 1_000_000L, 3_599_999_000_000L);
    }

    @Test
    void a_sine_has_its_mean_and_its_heights() {
        ProfileLine line = line("{sine: {mean: 500/s, amplitude: 200/s, period: 30s}}", "60s");
        assertThat(line.mean(60_000_000_000L)).isCloseTo(500, offset(1e-6));
        assertThat(line.level(7_500_000_000L) / 1e9).isEqualTo(700);
        assertThat(line.level(22_500_000_000L) / 1e9).isEqualTo(300);
        assertThat(line.area(15_000_000_000L)).isCloseTo(7_500 + 400 * 15 / Math.PI, withPercentage(0.1));
    }

    private static ProfileLine line(String profile, String duration) {
        PhaseSpec phase = PlanReader.parse("""
                        target: {kind: noop}
                        workload: {kind: noop}
                        phases: [{kind: measure, duration: %s, rate: %s}]
                        """.formatted(duration, profile), "p.yaml", List.of())
                .phases()
                .getFirst();
        return Objects.requireNonNull(phase.profile()).line(phase.durationNs());
    }
}
