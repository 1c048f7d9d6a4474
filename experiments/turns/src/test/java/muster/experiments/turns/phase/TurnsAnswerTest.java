package muster.experiments.turns.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import muster.experiments.turns.phase.ArmRatio.Decision;
import muster.model.OutcomeCounts;
import muster.model.PhaseAt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TurnsAnswerTest {
    private static final int DRAWS = 1_000;
    private static final double WINDOW_S = 0.4;
    private static final double PER_S = 1_000;
    private static final double WHITE = 0.05;
    private static final double LASTING = 0.05;
    private static final double MEMORY = 0.5;
    private static final double DRIFT = 0.3;
    private static final double SHIFT = 0.2;

    /**
     * A phase on a machine that drifts, whose level shifts three times, and on which what slows an arm lasts for blocks.
     *
     * @param speeds of each arm, as a multiple of the first one's
     */
    private static TurnsAnswer draw(Random random, int blocks, double... speeds) {
        int arms = speeds.length;
        double[][] ok = new double[arms][blocks];
        double[] own =
                random.doubles(arms).map(any -> LASTING * random.nextGaussian()).toArray();
        double level = 0;
        for (int block = 0; block < blocks; block++) {
            level = random.nextInt(blocks) < 3 ? SHIFT * random.nextGaussian() : level;
            for (int arm = 0; arm < arms; arm++) {
                own[arm] = MEMORY * own[arm] + Math.sqrt(1 - MEMORY * MEMORY) * LASTING * random.nextGaussian();
                double place = random.nextInt(arms) / (double) arms;
                double log = level + DRIFT * (block + place) / blocks + own[arm] + WHITE * random.nextGaussian();
                ok[arm][block] = Math.rint(PER_S * WINDOW_S * speeds[arm] * Math.exp(log));
            }
        }
        List<ArmTurns> all = IntStream.range(0, arms)
                .mapToObj(arm -> arm("arm" + arm, ok[arm]))
                .toList();
        return TurnsAnswer.of(
                new TurnsPhase(
                        new PhaseAt(1, 1, 1, "measure"),
                        "valid",
                        false,
                        List.of(),
                        blocks * arms * WINDOW_S,
                        WINDOW_S,
                        blocks,
                        0,
                        all),
                TurnsAnswer.ALIKE);
    }

    /** A closed loop of one client: what it completes less of took longer. */
    private static ArmTurns arm(String name, double[] ok) {
        double[] windowS = new double[ok.length];
        Arrays.fill(windowS, WINDOW_S);
        double[] responseNs = new double[ok.length];
        Arrays.fill(responseNs, WINDOW_S * 1e9);
        long all = (long) Arrays.stream(ok).sum();
        OperationTurns turns = new OperationTurns(
                new OutcomeCounts(all, 0, 0, 0, 0, 0),
                ok.length * WINDOW_S,
                ok.length * WINDOW_S * 1e9 / all,
                Double.NaN,
                Double.NaN,
                ok,
                windowS,
                responseNs,
                new double[0]);
        return new ArmTurns(name, 0, Map.of(ArmTurns.ALL, turns, "feed", turns), List.of());
    }

    /** In per cent. */
    private static double share(int seed, Predicate<Random> holds) {
        Random random = new Random(seed);
        double share = 100.0
                * IntStream.range(0, DRAWS).filter(i -> holds.test(random)).count()
                / DRAWS;
        System.out.println("seed " + seed + ": " + share + " of 100");
        return share;
    }

    @ParameterizedTest
    @CsvSource({"2, 20", "2, 60", "3, 20", "3, 60", "6, 30"})
    void of_equal_arms_one_is_called_faster_than_another_in_at_most_5_of_100_answers(int arms, int blocks) {
        double[] equal = new double[arms];
        Arrays.fill(equal, 1);
        assertThat(share(blocks, random -> draw(random, blocks, equal).whole().hasBetter()))
                .isLessThanOrEqualTo(5);
    }

    /** Five minutes of two arms with turns of half a second. */
    @Test
    void arms_5_percent_apart_are_found() {
        assertThat(share(9, random -> {
                    Verdict whole = draw(random, 300, 1, 1.05).whole();
                    return whole.hasWinner() && whole.arms().getFirst().name().equals("arm1");
                }))
                .isGreaterThanOrEqualTo(90);
    }

    @Test
    void a_best_arm_needs_no_wider_interval_where_there_are_more_arms() {
        Random random = new Random(11);
        TurnsAnswer answer = draw(random, 60, 1, 1.5, 1, 1);
        assertThat(answer.whole().hasWinner()).isTrue();
        assertThat(answer.whole().ofBest())
                .allSatisfy(ratio -> assertThat(ratio.is(Decision.BETTER)).isTrue());
        double alone = draw(new Random(11), 60, 1, 1.5, 1, 1)
                .whole()
                .ofBest()
                .getFirst()
                .ratio()
                .low();
        assertThat(answer.whole().ofBest().getFirst().ratio().low()).isEqualTo(alone);
    }
}
