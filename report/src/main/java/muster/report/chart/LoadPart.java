package muster.report.chart;

import java.util.List;
import java.util.stream.Stream;
import muster.report.plot.Mark.Point;
import muster.report.run.MeasuredPhase;
import muster.report.run.RunReader;
import muster.store.table.Row;

/**
 * One load of one phase, for plots over all phases of a trial.
 *
 * @param row of the phase, with its stream and, where the load changes with time, its profile
 * @param seconds of this load alone
 * @param label which load it is in a legend; "" where no phase of the trial has several
 * @param offsetS when its phase starts on the axis of all
 */
record LoadPart(Row row, Seconds seconds, String label, double offsetS) {
    /** Samples that p99 needs, and some more, for seconds differ. */
    private static final double ENOUGH = 360;

    private static final int MAX_WIDTH = 5;

    private static final String CORNERS = """
            SELECT json_extract(j.value, '$[0]') AS second, json_extract(j.value, '$[1]') AS level
            FROM load_profile l, json_each(l.points_json) j
            WHERE l.run_id = ?1 AND l.step = ?2 AND l.trial = ?3 AND l.phase = ?4 AND l.stream = ?5 ORDER BY j.key""";

    MeasuredPhase phase() {
        return seconds.phase();
    }

    /** The name of its stream; "" for the only load of a phase. */
    String stream() {
        return row.text("stream_name");
    }

    boolean open() {
        return row.number("stream_rate") > 0;
    }

    boolean hasProfile() {
        return row.has("profile");
    }

    /** Such as "rate a spike"; "" without a profile. */
    String profile() {
        return hasProfile() ? row.text("profile") + " " + row.text("description") : "";
    }

    double endS() {
        return offsetS + seconds.durationS();
    }

    /** In bins that hold a p99 for most of the time, though a peak makes the mean much more than that. */
    Seconds wide() {
        double[] perS = seconds.line("ok").stream()
                .mapToDouble(Point::y)
                .filter(y -> y > 0)
                .sorted()
                .toArray();
        double few = perS.length == 0 ? ENOUGH : perS[perS.length / 4];
        return seconds.withWidth(
                (int) Math.clamp(Math.ceil(ENOUGH / few), seconds.width(), Math.max(seconds.width(), MAX_WIDTH)));
    }

    /** On the axis of all phases. */
    List<Point> shifted(List<Point> points) {
        return points.stream()
                .map(point -> new Point(point.x() + offsetS, point.y()))
                .toList();
    }

    List<Point> completed() {
        return shifted(seconds.line("ok_in_time"));
    }

    /** What the plan says of its rate; nothing where clients pace themselves. */
    List<Point> offered(RunReader reader) {
        return open() ? planned(reader, "stream_rate") : gap();
    }

    /** How many clients the plan says; nothing where they follow from a rate. */
    List<Point> clients(RunReader reader) {
        return open() ? gap() : planned(reader, "stream_clients");
    }

    private List<Point> planned(RunReader reader, String column) {
        return hasProfile() ? shifted(corners(reader)) : level(column);
    }

    private List<Point> level(String column) {
        return Stream.of(offsetS, endS())
                .map(x -> new Point(x, row.number(column)))
                .toList();
    }

    List<Point> gap() {
        return List.of(new Point(offsetS, Double.NaN));
    }

    private List<Point> corners(RunReader reader) {
        var at = phase().at();
        return reader.rows(CORNERS, at.step(), at.trial(), at.phase(), row.whole("stream_number")).stream()
                .map(corner ->
                        new Point(Math.min(corner.number("second"), seconds.durationS()), corner.number("level")))
                .toList();
    }
}
