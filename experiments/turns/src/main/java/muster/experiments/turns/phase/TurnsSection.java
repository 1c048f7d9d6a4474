package muster.experiments.turns.phase;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.report.extension.LeadSection;
import muster.report.html.Html;
import muster.report.plot.Chart;
import muster.report.ranking.Ranking.Contender;
import muster.report.ranking.RankingBars;
import muster.report.ranking.RankingSection;
import muster.report.run.RunReader;
import muster.store.table.Row;

/** The answer of phases whose arms took turns, at the top of the page of their run: best first, a bar with its interval each. */
public final class TurnsSection implements LeadSection {
    /** Phases beyond these have no plots: the page would be too long to read. */
    private static final int MAX_DRAWN = 8;

    private final Row run;
    private final List<TurnsAnswer> answers;
    private final List<Chart> charts = new ArrayList<>();

    private TurnsSection(Row run, List<TurnsAnswer> answers) {
        this.run = run;
        this.answers = answers;
        answers.stream().limit(MAX_DRAWN).forEach(answer -> charts.add(bars(answer, charts.size() + 1)));
    }

    /** Empty for a run without turns. */
    public static Optional<LeadSection> of(RunReader reader) {
        List<TurnsAnswer> answers =
                TurnsPhaseReader.read(reader).stream().map(TurnsAnswer::of).toList();
        return answers.isEmpty() ? Optional.empty() : Optional.of(new TurnsSection(reader.run(), answers));
    }

    @Override
    public String title() {
        return answers.getFirst().phase().arms().stream().map(PhaseArm::name).collect(Collectors.joining(", "))
                + " in turns";
    }

    @Override
    public String place(Row of) {
        return of.text("name") + ", run ";
    }

    @Override
    public List<Chart> charts() {
        return List.copyOf(charts);
    }

    @Override
    public void write(Html html) {
        for (int i = 0; i < answers.size(); i++) {
            TurnsAnswer answer = answers.get(i);
            TurnsSentences sentences = new TurnsSentences(answer);
            if (answers.size() > 1) {
                html.heading(2, "turns-of-" + (i + 1), TurnsText.heading(answer));
            }
            List<String> operations = Stream.concat(sentences.operations().stream(), Stream.of(sentences.serverCpu()))
                    .filter(sentence -> !sentence.isEmpty())
                    .toList();
            List<Chart> bars = charts.stream().skip(i).limit(1).toList();
            new RankingSection(sentences.whole(), operations, sentences.advice(), bars).write(html);
            TurnsTable table = new TurnsTable(answer);
            html.table(table.titles(), table.rows());
            html.list(sentences.doubts());
            html.element("p class=\"note\"", note(answer));
        }
    }

    private String note(TurnsAnswer answer) {
        String verdicts = run.has("validity")
                ? "The run is " + run.text("validity").toUpperCase(Locale.ROOT) + "; thresholds "
                        + run.text("thresholds") + "; answers " + run.text("answers") + ". "
                : "";
        return verdicts + "Order of turns: random in each block; " + new TurnsSentences(answer).basis() + ".";
    }

    private static Chart bars(TurnsAnswer answer, int number) {
        Measure measure = answer.whole().measure();
        List<Contender> arms = answer.arms().stream()
                .map(arm -> measure.contender(arm.name(), arm.all()))
                .toList();
        return RankingBars.of(
                "turns-" + number,
                measure == Measure.THROUGHPUT ? "Operations a second of each arm" : "Mean response time of each arm",
                arms.stream().anyMatch(arm -> arm.level().bounded())
                        ? "The line across a bar's end is the 95 % interval of the arm alone. Arms met the same disturbances, so their"
                                + " ratio is known better than these intervals say."
                        : "Too few blocks of turns for an interval.",
                measure.criterion(),
                arms);
    }
}
