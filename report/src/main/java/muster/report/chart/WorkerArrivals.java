package muster.report.chart;

import java.util.ArrayList;
import java.util.List;
import muster.report.plot.Mark.Moment;
import muster.report.run.RunReader;
import muster.store.table.Row;
import muster.text.Quantity;

/**
 * Workers that joined or left while a phase was measured: what changes the load must be seen beside what it changes.
 *
 * @param text for a caption; empty if nobody came or went
 */
record WorkerArrivals(List<Moment> moments, String text) {
    private static final int MAX_NAMED = 8;

    static WorkerArrivals read(RunReader reader, Seconds seconds) {
        List<Moment> moments = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (Row row : reader.of(
                "worker, joined_ns, left_ns, left_reason FROM worker",
                seconds.phase().at(),
                " ORDER BY joined_ns, worker")) {
            double joined = seconds.phase().sinceStartNs(row.whole("joined_ns"));
            double left = seconds.phase().sinceStartNs(row.whole("left_ns"));
            if (joined > 0 && joined < seconds.durationS()) {
                moments.add(new Moment("a worker joined or left", joined));
                words.add(row.text("worker") + " joined at " + Quantity.number(joined) + " s");
            }
            if (left > 0 && left < seconds.durationS()) {
                moments.add(new Moment("a worker joined or left", left));
                words.add(row.text("worker") + " left at " + Quantity.number(left) + " s (" + row.text("left_reason")
                        + ")");
            }
        }
        return new WorkerArrivals(moments, text(words));
    }

    private static String text(List<String> words) {
        String more = words.size() > MAX_NAMED ? ", and " + (words.size() - MAX_NAMED) + " more" : "";
        return words.isEmpty()
                ? ""
                : " " + String.join(", ", words.subList(0, Math.min(MAX_NAMED, words.size()))) + more + ".";
    }
}
