package muster.experiments.reproduce.judgement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import muster.experiments.reproduce.judgement.Shape.AtLeast;
import muster.experiments.reproduce.judgement.Shape.AtMost;
import muster.experiments.reproduce.judgement.Shape.Crossover;
import muster.experiments.reproduce.judgement.Shape.Flat;
import muster.experiments.reproduce.judgement.Shape.Linear;
import muster.experiments.reproduce.judgement.Shape.Order;
import muster.experiments.reproduce.judgement.Shape.Quotient;
import muster.experiments.reproduce.judgement.Shape.Ratio;
import muster.report.analysis.AnalysisException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Data are made, so that the truth is known. */
class JudgementTest {
    private static final int ROUNDS = 5;

    /** A machine that is slower by the same factor for all values of a round, and one percent of noise of each value. */
    static final class Made {
        private final Random random = new Random(7);
        private final List<Observation> values = new ArrayList<>();
        private final double[] drift = random.doubles(ROUNDS, 0.5, 2).toArray();
        private final double noise;

        Made(double noise) {
            this.noise = noise;
        }

        Made label(String label, double mean) {
            return at(label, Double.NaN, mean);
        }

        Made at(String label, double x, double mean) {
            for (int round = 1; round <= ROUNDS; round++) {
                double value = mean * drift[round - 1] * Math.exp(noise * random.nextGaussian());
                values.add(new Observation(label, x, round, value));
            }
            return this;
        }

        Made series(String label, DoubleUnaryOperator mean) {
            for (double x : new double[] {1, 2, 4, 8}) {
                at(label, x, mean.applyAsDouble(x));
            }
            return this;
        }

        Judgement judge(Shape shape) {
            return Judgement.of(List.of(shape), new Observations(values));
        }
    }

    private static Made quiet() {
        return new Made(0.01);
    }

    private static Arguments row(Made made, Shape shape, ClaimVerdict verdict) {
        return Arguments.of(made, shape, verdict);
    }

    static Stream<Arguments> known() {
        Quotient quotient = new Quotient("a", "b");
        Ratio ratio = new Ratio(quotient, 3, 0.2);
        Order order = new Order(List.of("a", "b", "c"));
        Flat flat = new Flat("s", 2, 8, 0.2);
        Crossover crossover = new Crossover("s", "t");
        Linear linear = new Linear("s", 0.2);
        Made ordered = quiet().label("a", 30).label("b", 10).label("c", 5);
        return Stream.of(
                row(quiet().label("a", 30).label("b", 10), ratio, ClaimVerdict.REPRODUCED),
                row(quiet().label("a", 50).label("b", 10), ratio, ClaimVerdict.DIFFERS),
                row(quiet().label("a", 36).label("b", 10), ratio, ClaimVerdict.NOT_DECIDED),
                row(ordered, order, ClaimVerdict.REPRODUCED),
                row(ordered, new Order(List.of("a", "c", "b")), ClaimVerdict.DIFFERS),
                row(quiet().label("a", 10).label("b", 10).label("c", 5), order, ClaimVerdict.DIFFERS),
                row(new Made(0.2).label("a", 10).label("b", 10).label("c", 5), order, ClaimVerdict.NOT_DECIDED),
                row(quiet().series("s", x -> x < 2 ? 1 : 100), flat, ClaimVerdict.REPRODUCED),
                row(quiet().series("s", x -> 100 * x), flat, ClaimVerdict.DIFFERS),
                row(new Made(0.2).series("s", x -> 100), flat, ClaimVerdict.NOT_DECIDED),
                row(quiet().series("s", x -> 10).series("t", x -> 5 * x), crossover, ClaimVerdict.REPRODUCED),
                row(quiet().series("s", x -> 10).series("t", x -> 5), crossover, ClaimVerdict.DIFFERS),
                row(quiet().series("s", x -> 10).series("t", x -> x < 8 ? 5 : 10), crossover, ClaimVerdict.DIFFERS),
                row(
                        new Made(0.2).series("s", x -> 10).series("t", x -> x < 8 ? 5 : 10),
                        crossover,
                        ClaimVerdict.NOT_DECIDED),
                row(quiet().series("s", x -> 10 * x), linear, ClaimVerdict.REPRODUCED),
                row(quiet().series("s", x -> 10 * Math.sqrt(x)), linear, ClaimVerdict.DIFFERS),
                row(new Made(0.9).series("s", x -> 10 * x), linear, ClaimVerdict.NOT_DECIDED),
                row(ordered, new AtLeast(quotient, 2), ClaimVerdict.REPRODUCED),
                row(ordered, new AtLeast(quotient, 4), ClaimVerdict.DIFFERS),
                row(ordered, new AtLeast(quotient, 3), ClaimVerdict.NOT_DECIDED),
                row(ordered, new AtMost(quotient, 4), ClaimVerdict.REPRODUCED),
                row(ordered, new AtMost(quotient, 2), ClaimVerdict.DIFFERS),
                row(ordered, new AtMost(quotient, 3), ClaimVerdict.NOT_DECIDED));
    }

    @ParameterizedTest
    @MethodSource("known")
    void a_shape_of_known_data_gets_its_verdict_although_the_machine_drifts(
            Made made, Shape shape, ClaimVerdict verdict) {
        Judgement judgement = made.judge(shape);
        assertThat(judgement.verdict()).as(judgement.note()).isEqualTo(verdict);
        assertThat(judgement.interval().bounded()).isTrue();
    }

    @Test
    void what_is_not_decided_says_how_many_rounds_would_do() {
        Judgement near = new Made(0.05).label("a", 33).label("b", 10).judge(new Ratio(new Quotient("a", "b"), 3, 0.2));
        assertThat(near.note()).matches("a / b 3\\.\\d+ \\(.*\\); would do: about \\d+ more rounds");
        Judgement single = Judgement.of(
                List.of(new AtLeast(new Quotient("a", ""), 1)),
                new Observations(List.of(new Observation("a", Double.NaN, 1, 5))));
        assertThat(single.verdict()).isEqualTo(ClaimVerdict.NOT_DECIDED);
        assertThat(single.note()).isEqualTo("a 5; would do: 2 more rounds at least");
    }

    @Test
    void errors_that_are_always_0_are_at_most_0() {
        List<Observation> values = Stream.of(1, 2, 3)
                .map(round -> new Observation("errors", Double.NaN, round, 0))
                .toList();
        Judgement judgement =
                Judgement.of(List.of(new AtMost(new Quotient("errors", ""), 0)), new Observations(values));
        assertThat(judgement.verdict()).isEqualTo(ClaimVerdict.REPRODUCED);
    }

    @Test
    void a_claim_of_several_shapes_differs_if_one_of_them_does() {
        Made made = quiet().label("a", 30).label("b", 10);
        Judgement judgement = Judgement.of(
                List.of(new AtLeast(new Quotient("a", "b"), 2), new AtMost(new Quotient("a", "b"), 2.5)),
                new Observations(made.values));
        assertThat(judgement.verdict()).isEqualTo(ClaimVerdict.DIFFERS);
    }

    @Test
    void a_label_without_a_row_is_named_with_those_that_there_are() {
        assertThatThrownBy(() -> quiet().label("a", 1).judge(new Order(List.of("a", "x"))))
                .isInstanceOf(AnalysisException.class)
                .hasMessage("the query gives no row for x; it has a");
        assertThatThrownBy(() -> quiet().judge(new Flat("s", 1, 2, 1))).hasMessage("the query gives no row for s");
    }

    @Test
    void a_flat_shape_names_only_the_bounds_that_it_has() {
        assertThat(new Shape.Flat("a", 0, Double.MAX_VALUE, 0.5).text()).isEqualTo("a flat within 50.0 %");
        assertThat(new Shape.Flat("a", 2, 9, 0.5).text()).isEqualTo("a flat from 2 to 9 within 50.0 %");
    }
}
