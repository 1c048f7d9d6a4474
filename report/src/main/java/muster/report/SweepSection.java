package muster.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import muster.report.html.Html;
import muster.report.plot.Axis;
import muster.report.plot.Bars;
import muster.report.plot.Bars.Bar;
import muster.report.plot.Chart;
import muster.report.plot.LinearScale;
import muster.report.sweep.OperationAnswer;
import muster.report.sweep.SweepAnswer;
import muster.report.sweep.SweepAnswer.Figure;
import muster.report.sweep.SweepStep;
import muster.report.sweep.SweepStep.Trial;
import muster.statistics.Interval;
import muster.store.table.OtherColumn;
import muster.text.Quantity;

/** The answer of a sweep, the row of each step, and bars where what is swept has names. */
final class SweepSection {
    private SweepSection() {}

    /** In one sentence a measured phase, and one an operation. */
    static void answers(Html html, List<SweepAnswer> answers) {
        for (SweepAnswer answer : answers) {
            html.element("p class=\"answer\"", heading(answer, answers) + answer.sentence());
            html.list(answer.details());
        }
    }

    private static String heading(SweepAnswer answer, List<SweepAnswer> answers) {
        boolean several = answers.stream().map(SweepAnswer::phase).distinct().count() > 1;
        return several ? answer.phase() + ": " : "";
    }

    static void tables(Html html, List<SweepAnswer> answers) {
        for (SweepAnswer answer : answers) {
            List<String> titles = new ArrayList<>(List.of(">step"));
            titles.addAll(answer.keys());
            titles.addAll(List.of(">trials", ">" + answer.unit(), ">95 % interval", ">p50", ">p99", ">errors"));
            List<OtherColumn> others = OtherColumn.of(
                    answer.steps().stream().map(SweepStep::counts).toList());
            others.forEach(other -> titles.add(">" + other.title()));
            titles.addAll(List.of("limited by", "remark"));
            html.table(
                    titles,
                    answer.steps().stream()
                            .map(step -> row(answer, step, others))
                            .toList());
            html.element(
                    "p class=\"note\"",
                    "Medians over trials"
                            + (answer.coldTrials() > 0 ? " without the first, which meets a cold server" : "")
                            + "; latencies are response times of outcome ok.");
        }
    }

    private static List<String> row(SweepAnswer answer, SweepStep step, List<OtherColumn> others) {
        Interval interval = step.interval(Trial::perS);
        List<String> row = new ArrayList<>(List.of(Integer.toString(step.step())));
        answer.keys().forEach(key -> row.add(step.values().getOrDefault(key, Quantity.NONE)));
        row.addAll(List.of(
                Integer.toString(step.trials().size()),
                Quantity.number(step.median(Trial::perS)),
                interval.bounded()
                        ? Quantity.number(interval.low()) + " to " + Quantity.number(interval.high())
                        : Quantity.NONE,
                Quantity.duration(step.median(Trial::p50Ns)),
                Quantity.duration(step.median(Trial::p99Ns)),
                Quantity.percent(step.errorPercent())));
        others.forEach(other -> row.add(Quantity.percent(other.percent(step.counts()))));
        row.addAll(List.of(step.limitedBy(), answer.remark(step)));
        return row;
    }

    /** One bar a step, with its interval. */
    static List<Chart> bars(List<SweepAnswer> answers) {
        List<Chart> charts = new ArrayList<>();
        for (SweepAnswer answer : answers) {
            int number = charts.size() + 1;
            String heading = heading(answer, answers);
            charts.add(answer.isTrade() ? trade(answer, number, heading) : bars(answer, number, heading));
        }
        return charts;
    }

    /** Of what decides: with open loops at one rate throughput is what was asked for, so latency is drawn. */
    private static Chart bars(SweepAnswer answer, int number, String heading) {
        if (answer.figure() == Figure.RESPONSE) {
            List<Bar> bars = answer.steps().stream().map(SweepSection::latency).toList();
            return chart(number, heading + "Response p99 of each step", "response p99", Quantity::tick, bars);
        }
        List<Bar> bars =
                answer.steps().stream().map(step -> throughput(answer, step)).toList();
        return chart(number, heading + "Throughput of each step", answer.unit(), Quantity::compact, bars);
    }

    /** Where an operation gains and another loses, each of them. */
    private static Chart trade(SweepAnswer answer, int number, String heading) {
        List<Bar> bars = answer.operations().stream()
                .flatMap(operation ->
                        IntStream.range(0, operation.steps().size()).mapToObj(i -> mean(operation, i)))
                .toList();
        return chart(
                number, heading + "Service time of each operation and step", "mean service time", Quantity::tick, bars);
    }

    private static Bar mean(OperationAnswer operation, int i) {
        SweepStep step = operation.steps().get(i);
        double ns = operation.meanNs()[i];
        return bar(
                operation.operation() + ", " + step.name(),
                step,
                ns,
                Quantity.duration(ns),
                operation.intervalsNs().get(i));
    }

    private static Chart chart(int number, String title, String unit, DoubleFunction<String> tick, List<Bar> bars) {
        double longest = bars.stream()
                .mapToDouble(bar -> Math.max(bar.values().getFirst(), Double.isFinite(bar.high()) ? bar.high() : 0))
                .max()
                .orElse(1);
        return new Bars(
                "sweep-" + number,
                title,
                "The median over trials; the line across a bar's end is the 95 % interval over them. Outcome ok only; excludes"
                        + " load and warm-up.",
                new Axis(unit, LinearScale.upTo(longest, tick)),
                List.of(unit),
                bars);
    }

    private static Bar throughput(SweepAnswer answer, SweepStep step) {
        double perS = step.median(Trial::perS);
        return bar(step.name(), step, perS, Quantity.number(perS) + " " + answer.unit(), step.interval(Trial::perS));
    }

    private static Bar latency(SweepStep step) {
        double ns = step.median(Trial::p99Ns);
        return bar(step.name(), step, ns, Quantity.duration(ns), step.interval(Trial::p99Ns));
    }

    private static Bar bar(String name, SweepStep step, double value, String label, Interval interval) {
        String remark = step.remark().isEmpty() ? "" : " (" + step.remark() + ")";
        List<Double> values = List.of(Double.isFinite(value) ? value : 0);
        return new Bar(name, values, label + remark, interval.low(), interval.high());
    }
}
