package muster.report.ranking;

import java.util.List;
import muster.report.plot.Axis;
import muster.report.plot.Bars;
import muster.report.plot.Bars.Bar;
import muster.report.plot.Chart;
import muster.report.plot.LinearScale;
import muster.report.ranking.Ranking.Contender;

/** Draws contenders: a bar each, with the interval of that contender alone across its end. */
public final class RankingBars {
    private RankingBars() {}

    /** In the order in which they are given. */
    public static Chart of(String id, String title, String caption, Criterion by, List<Contender> contenders) {
        List<Bar> bars =
                contenders.stream().map(contender -> bar(by, contender)).toList();
        double longest = bars.stream()
                .mapToDouble(bar -> Math.max(bar.values().getFirst(), Double.isFinite(bar.high()) ? bar.high() : 0))
                .max()
                .orElse(1);
        Axis axis = new Axis(by.axis(), LinearScale.upTo(longest, by.tick()));
        return new Bars(id, title, caption, axis, List.of(by.title()), bars);
    }

    private static Bar bar(Criterion by, Contender contender) {
        double figure = contender.figure();
        String remark = contender.remark().isEmpty() ? "" : " (" + contender.remark() + ")";
        return new Bar(
                contender.name(),
                List.of(Double.isFinite(figure) ? figure : 0),
                by.text().apply(figure) + remark,
                contender.level().low(),
                contender.level().high());
    }
}
