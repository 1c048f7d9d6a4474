package muster.report.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import muster.report.ranking.Ranking.Contender;
import muster.report.ranking.Ranking.Decision;
import muster.report.ranking.Ranking.Pair;
import muster.statistics.Interval;
import muster.text.Quantity;
import org.junit.jupiter.api.Test;

class RankingSentenceTest {
    private static final Criterion THROUGHPUT = Criterion.throughput("operations/s", Quantity::rate);
    private static final double MARGIN = 0.05;

    private static Pair pair(String other, double perS, double ratio, double low, double high, Decision decision) {
        return new Pair(new Contender(other, perS, Interval.NONE), new Interval(ratio, low, high), decision);
    }

    private static Pair better(String other, double ratio, double low, double high) {
        return pair(other, 1_000 / ratio, ratio, low, high, Decision.BETTER);
    }

    private static Pair alike(String other) {
        return pair(other, 990, 1.01, 0.97, 1.04, Decision.ALIKE);
    }

    private static Pair undecided(String other) {
        return pair(other, 900, 1.11, 0.82, 1.52, Decision.UNDECIDED);
    }

    private static Ranking ranking(Criterion by, Pair... pairs) {
        List<Contender> contenders = new ArrayList<>(List.of(new Contender("a", 1_000, Interval.NONE)));
        List.of(pairs).forEach(pair -> contenders.add(pair.other()));
        return new Ranking(by, contenders, List.of(pairs), MARGIN);
    }

    private static String sentence(Pair... pairs) {
        return RankingSentence.of(ranking(THROUGHPUT, pairs));
    }

    @Test
    void of_two_the_better_one_is_named_with_the_interval_of_their_ratio() {
        assertThat(sentence(better("b", 1.352, 1.3, 1.41)))
                .isEqualTo("a completes 1.35 times (1.30 to 1.41) as much as b");
        assertThat(ranking(THROUGHPUT, better("b", 1.352, 1.3, 1.41)).hasWinner())
                .isTrue();
    }

    @Test
    void the_winner_of_three_is_compared_with_each_other() {
        assertThat(sentence(better("b", 1.352, 1.3, 1.41), better("c", 21.04, 19.96, 22.2)))
                .isEqualTo("a completes 1.35 times (1.30 to 1.41) as much as b, 21.0 (20.0 to 22.2) as c");
    }

    @Test
    void what_it_is_better_than_comes_first_then_what_it_is_alike_with_then_what_is_open() {
        Ranking ranking = ranking(THROUGHPUT, alike("d"), undecided("e"), better("b", 1.352, 1.3, 1.41));
        assertThat(RankingSentence.of(ranking))
                .isEqualTo("a completes 1.35 times (1.30 to 1.41) as much as b; alike within 5 % with d (0.97 to 1.04"
                        + " times); undecided against e (0.82 to 1.52 times)");
        assertThat(ranking.hasWinner()).isFalse();
        assertThat(ranking.hasBetter()).isTrue();
    }

    @Test
    void where_none_is_better_the_figures_are_said() {
        assertThat(sentence(alike("b"), alike("c")))
                .isEqualTo(
                        "throughput alike within 5 %: a 1.00 k/s, b 990/s (0.97 to 1.04 times), c 990/s (0.97 to 1.04"
                                + " times)");
        assertThat(sentence(undecided("b")))
                .isEqualTo("undecided: throughput a 1.00 k/s, b 900/s (0.82 to 1.52 times)");
        assertThat(sentence(alike("b"), undecided("c")))
                .isEqualTo("throughput alike within 5 %: a 1.00 k/s, b 990/s (0.97 to 1.04 times); undecided against c"
                        + " (0.82 to 1.52 times)");
    }

    @Test
    void an_interval_that_is_open_above_says_at_least_and_one_without_bounds_is_left_out() {
        assertThat(sentence(
                        better("b", 2, 1.78, Double.POSITIVE_INFINITY), better("c", 4, 3.5, Double.POSITIVE_INFINITY)))
                .isEqualTo("a completes at least 1.78 times as much as b, at least 3.50 as c");
        assertThat(sentence(pair("b", 900, 1.11, Double.NaN, Double.NaN, Decision.UNDECIDED)))
                .isEqualTo("undecided: throughput a 1.00 k/s, b 900/s");
    }

    @Test
    void what_is_hardly_more_is_told_apart_from_once_as_much() {
        assertThat(sentence(better("b", 1.004, 1.002, 1.006)))
                .isEqualTo("a completes 1.004 times (1.002 to 1.006) as much as b");
    }

    @Test
    void times_are_answered_as_fast_as_others() {
        assertThat(RankingSentence.of(ranking(Criterion.time("p99"), better("b", 2, 1.9, 2.1))))
                .isEqualTo("a answers 2.00 times (1.90 to 2.10) as fast as b");
    }

    @Test
    void four_are_named_and_others_counted() {
        Pair[] seven = IntStream.rangeClosed(1, 7)
                .mapToObj(i -> better("b" + i, 2, 1.9, 2.1))
                .toArray(Pair[]::new);
        assertThat(sentence(seven))
                .endsWith(
                        " as b2, 2.00 (1.90 to 2.10) as b3, 2.00 (1.90 to 2.10) as b4, 2.00 (1.90 to 2.10) as b5; better"
                                + " than 2 others, too");
        Pair[] six =
                IntStream.rangeClosed(1, 6).mapToObj(i -> undecided("b" + i)).toArray(Pair[]::new);
        assertThat(sentence(six)).contains(", b4 900/s (0.82 to 1.52 times) and 2 others");
    }

    @Test
    void nothing_is_said_of_one_alone() {
        assertThat(sentence()).isEmpty();
    }

    @Test
    void the_share_within_which_two_are_alike_is_rounded_up() {
        assertThat(Ranking.within(new Interval(1, 0.95, 1.0811))).isEqualTo(0.082);
        assertThat(Ranking.within(new Interval(1, 1 / 1.131, 1.01))).isEqualTo(0.14);
    }
}
