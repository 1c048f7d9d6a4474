package muster.report.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Band;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Look;
import muster.report.plot.Mark.Moment;
import muster.report.plot.Mark.Point;
import muster.report.plot.Mark.Range;
import muster.report.plot.Mark.Side;
import muster.report.sweep.ScalingAnswer;
import muster.report.sweep.SweepAnswer;
import muster.statistics.Interval;
import muster.text.Quantity;

/** The Universal Scalability Law as it was fitted to a sweep of clients, and where throughput peaks by it. */
record ScalingCurve(ScalingAnswer answer) {
    private static final int POINTS = 100;
    private static final int LAW = 6;
    private static final int INTERVAL = 3;

    /**
     * The curve of one combination of the other settings, if it fits.
     *
     * @param group the phase if there are several, and the other settings: "measure, algorithm stou"
     */
    static Optional<ScalingCurve> of(List<SweepAnswer> answers, String group) {
        Set<String> wanted = parts(group, ", ");
        return answers.stream()
                .filter(answer -> answer.unit().equals("operations/s"))
                .flatMap(answer -> answer.scaling().stream()
                        .filter(scaling -> scaling.law().fits())
                        .filter(scaling -> wanted.equals(settings(scaling, ""))
                                || wanted.equals(settings(scaling, answer.phase()))))
                .map(ScalingCurve::new)
                .findFirst();
    }

    /** Of "algorithm=stou depth=parse" each as a plot names it. */
    private static Set<String> settings(ScalingAnswer scaling, String phase) {
        Stream<String> settings =
                parts(scaling.group(), " (?=\\S+=)").stream().map(setting -> setting.replaceFirst("=", " "));
        return Stream.concat(parts(phase, ", ").stream(), settings).collect(Collectors.toSet());
    }

    private static Set<String> parts(String text, String separator) {
        return Arrays.stream(text.split(separator, -1))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.toSet());
    }

    /** @param top of the axis of throughput */
    List<Mark> marks(double top) {
        List<Mark> marks = new ArrayList<>();
        if (answer.hasPeak()) {
            peak(marks, answer.law().peak(), top);
        }
        marks.add(new Line("Universal Scalability Law", LAW, Look.DASHED, Side.LEFT, curve()));
        return marks;
    }

    String caption() {
        return " The dashed grey line is the Universal Scalability Law, fitted to all trials that count"
                + (answer.hasPeak() ? "; N* is the number of clients at which it peaks." : ".");
    }

    /** Within the plot, whose axis ends at the last step. */
    private void peak(List<Mark> marks, Interval peak, double top) {
        double low = Math.max(peak.low(), answer.least());
        double high = Math.min(peak.high(), answer.most());
        if (low <= high) {
            String name =
                    "95 % interval of N* (" + Quantity.number(peak.low()) + " to " + Quantity.number(peak.high()) + ")";
            marks.add(new Band(name, INTERVAL, List.of(new Range(low, 0, top), new Range(high, 0, top))));
        }
        if (peak.estimate() <= answer.most()) {
            marks.add(new Moment("N* = " + Quantity.number(peak.estimate()) + " clients", peak.estimate()));
        }
    }

    /** Dense where clients are few. */
    private List<Point> curve() {
        double ratio = answer.most() / answer.least();
        return IntStream.rangeClosed(0, POINTS)
                .mapToDouble(i -> answer.least() * Math.pow(ratio, (double) i / POINTS))
                .mapToObj(clients -> new Point(clients, answer.law().at(clients)))
                .toList();
    }
}
