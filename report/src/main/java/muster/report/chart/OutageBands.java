package muster.report.chart;

import java.util.ArrayList;
import java.util.List;
import muster.report.extension.Outage;
import muster.report.extension.ReportExtensions;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Band;
import muster.report.plot.Mark.Range;
import muster.report.run.RunReader;
import muster.text.Quantity;

/** The times in which the server of a phase did not answer, as the plan wanted it. */
final class OutageBands {
    private static final int COLOUR = 1;

    private final Seconds seconds;
    private final List<Outage> outages;

    private OutageBands(Seconds seconds, List<Outage> outages) {
        this.seconds = seconds;
        this.outages = outages;
    }

    static OutageBands read(RunReader reader, Seconds seconds) {
        return new OutageBands(seconds, ReportExtensions.outages(reader, seconds.phase()));
    }

    /** From the bottom of the plot to its top. */
    List<Mark> marks(double top) {
        List<Mark> bands = new ArrayList<>();
        for (Outage outage : outages) {
            double until = Math.min(seconds.durationS(), since(outage.untilNs()));
            bands.add(new Band(
                    "server down (" + outage.how() + ")",
                    COLOUR,
                    List.of(new Range(since(outage.fromNs()), 0, top), new Range(until, 0, top))));
        }
        return bands;
    }

    /** For a caption; empty if nothing happened to the server. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (Outage outage : outages) {
            text.append(" The server did not answer from ")
                    .append(Quantity.number(since(outage.fromNs())))
                    .append(" s to ")
                    .append(Quantity.number(since(outage.untilNs())))
                    .append(" s (crash: ")
                    .append(outage.how())
                    .append(").");
        }
        return text.toString();
    }

    private double since(long ns) {
        return seconds.phase().sinceStartNs(ns);
    }
}
