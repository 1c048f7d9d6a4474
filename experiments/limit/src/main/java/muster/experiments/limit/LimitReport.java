package muster.experiments.limit;

import java.util.Optional;
import muster.report.extension.LeadSection;
import muster.report.extension.ReportExtension;
import muster.report.run.RunReader;

/** Puts the answer of a search at the top of the pages of its runs. */
public final class LimitReport implements ReportExtension {
    @Override
    public Optional<LeadSection> lead(RunReader run) {
        return SearchedLimit.read(run)
                .map(search ->
                        new LimitSection(search, LimitChart.charts(search), SearchedLimit.compared(run, search)));
    }
}
