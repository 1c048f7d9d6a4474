package muster.report.extension;

import java.util.List;
import muster.report.html.Html;
import muster.report.plot.Chart;
import muster.store.table.Row;

/** The answer of an experiment of several runs, at the top of the page of each of them. */
public interface LeadSection {
    /** The headline of the page. */
    String title();

    /** Where this run stands in the experiment; its number follows. */
    String place(Row run);

    void write(Html html);

    /** Its plots, as {@link #write} draws them. */
    List<Chart> charts();
}
