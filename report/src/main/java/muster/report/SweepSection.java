package muster.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import muster.report.html.Html;
import muster.report.plot.Chart;
import muster.report.ranking.Criterion;
import muster.report.ranking.Ranking.Contender;
import muster.report.ranking.RankingBars;
import muster.report.ranking.RankingSection;
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
            new RankingSection(heading(answer, answers) + answer.sentence(), answer.details(), "", List.of())
                    .write(html);
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
                Quantity.figure(step.median(Trial::perS)),
                interval.bounded()
                        ? Quantity.figure(interval.low()) + " to " + Quantity.figure(interval.high())
                        : Quantity.NONE,
                Quantity.duration(step.median(Trial::p50Ns)),
                Quantity.duration(step.median(Trial::p99Ns)),
                Quantity.percent(step.errorPercent())));
        others.forEach(other -> row.add(Quantity.percent(other.percent(step.counts()))));
        row.addAll(List.of(step.limitedBy(), answer.remark(step)));
        return row;
    }

    /** One bar a step, best first, with its interval; where an operation gains and another loses, one for each of them. */
    static List<Chart> bars(List<SweepAnswer> answers) {
        List<Chart> charts = new ArrayList<>();
        for (SweepAnswer answer : answers) {
            int number = charts.size() + 1;
            charts.add(
                    answer.isTrade()
                            ? bars(
                                    number,
                                    heading(answer, answers) + "Service time of each operation and step",
                                    answer.operations().getFirst().ranking().by(),
                                    answer.operations().stream().flatMap(SweepSection::contenders))
                            : bars(
                                    number,
                                    heading(answer, answers) + ofEachStep(answer),
                                    answer.ranking().by(),
                                    answer.ranking().contenders().stream()));
        }
        return charts;
    }

    /** What decides: with open loops at one rate throughput is what was asked for. */
    private static String ofEachStep(SweepAnswer answer) {
        return answer.figure() == Figure.RESPONSE ? "Response p99 of each step" : "Throughput of each step";
    }

    private static Chart bars(int number, String title, Criterion by, Stream<Contender> contenders) {
        return RankingBars.of(
                "sweep-" + number,
                title,
                "The median over trials; the line across a bar's end is the 95 % interval over them. Outcome ok only; excludes"
                        + " load and warm-up.",
                by,
                contenders.toList());
    }

    private static Stream<Contender> contenders(OperationAnswer of) {
        return of.ranking().contenders().stream()
                .map(step ->
                        new Contender(of.operation() + ", " + step.name(), step.figure(), step.level(), step.remark()));
    }
}
