package muster.report.ranking;

import java.util.List;
import muster.report.html.Html;
import muster.report.plot.Chart;

/**
 * What a page says of a ranking: the answer, one line an operation, one line of advice, and the bars.
 *
 * @param operations none where there is one operation
 * @param advice "" where nothing is open
 * @param bars none, or one
 */
public record RankingSection(String answer, List<String> operations, String advice, List<Chart> bars) {
    public void write(Html html) {
        html.element("p class=\"answer\"", answer);
        html.list(operations);
        if (!advice.isEmpty()) {
            html.element("p class=\"finding\"", advice);
        }
        bars.forEach(html::figure);
    }
}
