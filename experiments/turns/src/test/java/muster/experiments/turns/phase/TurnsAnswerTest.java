package muster.experiments.turns.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import muster.model.OutcomeCounts;
import muster.model.PhaseAt;
import muster.report.ranking.Ranking.Decision;
import muster.statistics.TurnsRatio;
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
        List<PhaseArm> all = IntStream.range(0, arms)
                .mapToObj(arm -> arm("arm" + arm, ok[arm]))
                .toList();
        return answer(all, blocks);
    }

    private static TurnsAnswer answer(List<PhaseArm> arms, int blocks) {
        return TurnsAnswer.of(new TurnsPhase(
                new PhaseAt(1, 1, 1, "measure"),
                "valid",
                false,
                List.of(),
                "",
                List.of(),
                blocks * arms.size() * WINDOW_S,
                WINDOW_S,
                blocks,
                0,
                0.05,
                arms));
    }

    /** A closed loop of one client: what it completes less of took longer. */
    private static PhaseArm arm(String name, double[] ok) {
        double[] responseNs = new double[ok.length];
        Arrays.fill(responseNs, WINDOW_S * 1e9);
        return arm(name, ok, responseNs);
    }

    private static PhaseArm arm(String name, double[] ok, double[] responseNs) {
        double[] windowS = new double[ok.length];
        Arrays.fill(windowS, WINDOW_S);
        long all = (long) Arrays.stream(ok).sum();
        OperationTurns turns = new OperationTurns(
                new OutcomeCounts(all, 0, 0, 0, 0, 0),
                ok.length,
                ok.length * WINDOW_S,
                Arrays.stream(responseNs).sum() / all,
                Double.NaN,
                Double.NaN,
                ok,
                windowS,
                responseNs,
                new double[0],
                new TurnsRatio.Turns(new double[ok.length], new double[ok.length]));
        return new PhaseArm(name, 1, 0, Map.of(PhaseArm.ALL, turns, "feed", turns), List.of());
    }

    /** A client that begins with its turn completes operations of 45 ms 9 times in a window, of 55 ms 8 times: 1.125 for 1.222. */
    @Test
    void what_the_edges_of_windows_hide_is_in_the_interval_and_said() {
        TurnsAnswer answer = answer(List.of(whole("short", 9, 45), whole("long", 8, 55)), 40);
        ArmRatio ratio = answer.whole().ofBest().getFirst();
        assertThat(ratio.ratio().low()).isEqualTo(1.125, within(1e-9));
        assertThat(ratio.ratio().high()).isEqualTo(55 / 45.0, within(1e-9));
        assertThat(ratio.decision()).isEqualTo(Decision.BETTER);
        assertThat(new TurnsSentences(answer).doubts())
                .singleElement()
                .asString()
                .matches(
                        "windows hold up to 9\\.\\d+ % too many or too few operations of long, .*; make turns as long as 3s");
    }

    /** Operations of 90 and of 110 ms are as many in each window, which says nothing of whether they are alike. */
    @Test
    void arms_that_only_edges_make_alike_are_undecided_and_no_longer_phase_is_promised() {
        TurnsAnswer answer = answer(List.of(whole("short", 4, 90), whole("long", 4, 110)), 40);
        ArmRatio ratio = answer.whole().ofBest().getFirst();
        assertThat(ratio.decision()).isEqualTo(Decision.UNDECIDED);
        assertThat(ratio.times()).isZero();
    }

    private static PhaseArm whole(String name, int aWindow, double millis) {
        double[] ok = new double[40];
        Arrays.fill(ok, aWindow);
        double[] responseNs = new double[40];
        Arrays.fill(responseNs, aWindow * millis * 1e6);
        return arm(name, ok, responseNs);
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
        assertThat(share(
                        blocks,
                        random -> draw(random, blocks, equal).whole().ranking().hasBetter()))
                .isLessThanOrEqualTo(5);
    }

    /** Five minutes of two arms with turns of half a second. */
    @Test
    void arms_5_percent_apart_are_found() {
        assertThat(share(9, random -> {
                    Verdict whole = draw(random, 300, 1, 1.05).whole();
                    return whole.ranking().hasWinner()
                            && whole.arms().getFirst().name().equals("arm1");
                }))
                .isGreaterThanOrEqualTo(90);
    }

    @Test
    void a_best_arm_needs_no_wider_interval_where_there_are_more_arms() {
        Random random = new Random(11);
        TurnsAnswer answer = draw(random, 60, 1, 1.5, 1, 1);
        assertThat(answer.whole().ranking().hasWinner()).isTrue();
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
