package muster.store.report.chart;

import java.util.ArrayList;
import java.util.List;
import muster.store.report.plot.Mark;
import muster.store.report.plot.Mark.Band;
import muster.store.report.plot.Mark.Range;
import muster.store.table.Row;
import muster.text.Quantity;

/** The time in which the server of a phase did not answer, as the plan wanted it. */
final class CrashBand {
    private static final int COLOUR = 1;

    private final Seconds seconds;
    private final List<Row> crashes;

    private CrashBand(Seconds seconds, List<Row> crashes) {
        this.seconds = seconds;
        this.crashes = crashes;
    }

    static CrashBand read(RunReader reader, Seconds seconds) {
        return new CrashBand(
                seconds,
                reader.of("how, crash_ns, ready_ns FROM crash", seconds.phase().at(), ""));
    }

    /** From the bottom of the plot to its top. */
    List<Mark> marks(double top) {
        List<Mark> bands = new ArrayList<>();
        for (Row crash : crashes) {
            double from = seconds.phase().sinceStartNs(crash.whole("crash_ns"));
            double until = Math.min(seconds.durationS(), seconds.phase().sinceStartNs(crash.whole("ready_ns")));
            bands.add(new Band(
                    "server down (" + crash.text("how") + ")",
                    COLOUR,
                    List.of(new Range(from, 0, top), new Range(until, 0, top))));
        }
        return bands;
    }

    /** For a caption; empty if nothing happened to the server. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (Row crash : crashes) {
            text.append(" The server did not answer from ")
                    .append(Quantity.number(seconds.phase().sinceStartNs(crash.whole("crash_ns"))))
                    .append(" s to ")
                    .append(Quantity.number(seconds.phase().sinceStartNs(crash.whole("ready_ns"))))
                    .append(" s (crash: ")
                    .append(crash.text("how"))
                    .append(").");
        }
        return text.toString();
    }
}
