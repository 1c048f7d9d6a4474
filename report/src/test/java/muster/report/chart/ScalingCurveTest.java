package muster.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Band;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Moment;
import muster.report.plot.Mark.Point;
import muster.report.ranking.Criterion;
import muster.report.ranking.Ranking;
import muster.report.sweep.ScalingAnswer;
import muster.report.sweep.SweepAnswer;
import muster.statistics.Best;
import muster.statistics.ScalabilityLaw;
import muster.statistics.Trend;
import org.junit.jupiter.api.Test;

class ScalingCurveTest {
    private static final double[] CLIENTS = {1, 2, 4, 8, 16, 32};

    private static ScalingAnswer scaling(String group, double coherency) {
        double[][] throughput = DoubleStream.of(CLIENTS)
                .map(n -> 100 * n / (1 + 0.05 * (n - 1) + coherency * n * (n - 1)))
                .mapToObj(perS -> new double[] {perS, perS * 1.02, perS * 0.99})
                .toArray(double[][]::new);
        return new ScalingAnswer(group, 1, 32, "operations/s", ScalabilityLaw.of(CLIENTS, throughput));
    }

    private static SweepAnswer answer(String unit, ScalingAnswer... scaling) {
        return new SweepAnswer(
                "measure",
                "",
                SweepAnswer.Figure.THROUGHPUT,
                unit,
                List.of("clients"),
                List.of(),
                3,
                0,
                Best.of(new double[0][], new int[0][]),
                new Ranking(Criterion.time("p99"), List.of(), List.of(), 0),
                Trend.NONE,
                List.of(),
                List.of(scaling),
                "");
    }

    private static List<Mark> marks(String group, SweepAnswer answer) {
        return ScalingCurve.of(List.of(answer), group)
                .map(curve -> curve.marks(1_000))
                .orElse(List.of());
    }

    @Test
    void the_curve_goes_through_the_steps_and_its_peak_is_marked_with_its_interval() {
        ScalingAnswer scaling = scaling("", 0.005);
        List<Mark> marks = marks("", answer("operations/s", scaling));
        double peak = scaling.law().peak().estimate();
        assertThat(peak).isBetween(13.5, 14.1);
        assertThat(marks)
                .hasSize(3)
                .anySatisfy(mark -> assertThat(mark).isEqualTo(new Moment("N* = 13.8 clients", peak)))
                .anySatisfy(mark -> {
                    assertThat(mark.name()).matches("95 % interval of N\\* \\(1\\d\\.?\\d* to 1\\d\\.?\\d*\\)");
                    assertThat(((Band) mark).ranges().getFirst().x()).isLessThan(peak);
                    assertThat(((Band) mark).ranges().getLast().x()).isGreaterThan(peak);
                });
        List<Point> curve = ((Line) marks.getLast()).points();
        assertThat(curve.getFirst()).isEqualTo(new Point(1, scaling.law().at(1)));
        assertThat(curve.stream().mapToDouble(Point::y).max())
                .hasValueCloseTo(scaling.law().at(peak), percent());
    }

    private static org.assertj.core.data.Offset<Double> percent() {
        return org.assertj.core.data.Offset.offset(10.0);
    }

    @Test
    void a_curve_without_a_peak_is_drawn_alone() {
        assertThat(marks("", answer("operations/s", scaling("", 0))))
                .singleElement()
                .isInstanceOf(Line.class);
    }

    @Test
    void each_combination_has_its_own_curve() {
        ScalingAnswer stou = scaling("algorithm=stou depth=a b", 0.005);
        SweepAnswer answer = answer("operations/s", scaling("algorithm=graphity depth=a b", 0), stou);
        assertThat(marks("algorithm stou, depth a b", answer)).hasSize(3);
        assertThat(marks("measure, depth a b, algorithm graphity", answer)).hasSize(1);
        assertThat(marks("algorithm other", answer)).isEmpty();
        assertThat(marks("", answer("elements/s", scaling("", 0.005)))).isEmpty();
    }
}
