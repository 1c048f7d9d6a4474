package muster.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.report.plot.Axis;
import muster.report.plot.Chart;
import muster.report.plot.LinearScale;
import muster.report.plot.LogScale;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Look;
import muster.report.plot.Mark.Moment;
import muster.report.plot.Mark.Point;
import muster.report.plot.Mark.Side;
import muster.report.plot.Plot;
import muster.report.run.MeasuredPhase;
import muster.report.run.RunReader;
import muster.store.table.Row;
import muster.text.Quantity;

/**
 * A trial whose load changes with time: what was offered, started and completed a second over its phases, and response times
 * below over the same axis.
 *
 * @param description of the profile of the measured phase; "" if that has none
 * @param recoveries a sentence for each spike
 */
public record LoadSection(String description, List<Chart> charts, List<String> recoveries) {
    private static final String PHASES = """
            SELECT p.*, l.kind AS profile, l.description, l.spike_ns, l.spike_end_ns, l.bound_ns,
              (SELECT count(*) FROM stream s WHERE (s.run_id, s.step, s.trial, s.phase) = (p.run_id, p.step, p.trial, p.phase)) AS streams
            FROM phase p LEFT JOIN load_profile l ON (l.run_id, l.step, l.trial, l.phase, l.stream) = (p.run_id, p.step, p.trial, p.phase, 0)
            WHERE p.run_id = ?1 AND p.step = ?2 AND p.trial = ?3 AND p.kind IN ('warmup', 'measure') AND p.start_ns > 0
              AND p.state <> 'abandoned' ORDER BY p.ordinal""";
    private static final String CORNERS = """
            SELECT json_extract(j.value, '$[0]') AS second, json_extract(j.value, '$[1]') AS level
            FROM load_profile l, json_each(l.points_json) j
            WHERE l.run_id = ?1 AND l.step = ?2 AND l.trial = ?3 AND l.phase = ?4 AND l.stream = 0 ORDER BY j.key""";
    private static final String STARTED = """
            SELECT session, end_ns, value FROM resource
            WHERE run_id = ?1 AND step = ?2 AND trial = ?3 AND phase = ?4 AND kind = 'worker' AND name = 'handovers'
            ORDER BY session, seq""";

    /** Samples that p99 needs, and some more, for seconds differ. */
    private static final double ENOUGH = 360;

    private static final int MAX_WIDTH = 5;

    /** One phase, its seconds, and when it starts on the axis of all. */
    private record Part(Row row, Seconds seconds, double offsetS) {
        MeasuredPhase phase() {
            return seconds.phase();
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

        boolean open() {
            return row.number("rate_per_s") > 0;
        }

        Stream<Point> shifted(List<Point> points) {
            return points.stream().map(point -> new Point(point.x() + offsetS, point.y()));
        }
    }

    /**
     * Empty where no load changes, of a phase that is not the first measured one of its trial, and where a phase has several
     * streams, whose operations have charts of their own.
     */
    static Optional<LoadSection> read(RunReader reader, MeasuredPhase phase, int mostBins, String prefix) {
        if (!reader.has("load_profile")) {
            return Optional.empty();
        }
        List<Row> rows = reader.rows(PHASES, phase.at().step(), phase.at().trial());
        Optional<Row> first =
                rows.stream().filter(row -> row.text("kind").equals("measure")).findFirst();
        boolean changes = rows.stream().anyMatch(row -> row.has("profile"));
        boolean several = rows.stream().anyMatch(row -> row.whole("streams") > 1);
        if (!changes
                || several
                || !first.map(row -> row.text("phase").equals(phase.at().phase()))
                        .orElse(false)) {
            return Optional.empty();
        }
        long startNs = rows.getFirst().whole("start_ns");
        List<Part> parts = rows.stream()
                .map(row -> {
                    MeasuredPhase of = new MeasuredPhase(phase.runId(), row);
                    return new Part(row, Seconds.read(reader, of, mostBins), (of.startNs() - startNs) / 1e9);
                })
                .toList();
        return Optional.of(of(reader, parts, first.get(), prefix));
    }

    private static LoadSection of(RunReader reader, List<Part> parts, Row measured, String prefix) {
        List<SpikeRecovery> spikes = parts.stream()
                .filter(part -> part.row.has("spike_ns") && part.phase().isFinished())
                .flatMap(part -> SpikeRecovery.read(reader, part.phase(), part.seconds.durationS(), part.row).stream())
                .toList();
        List<Mark> moments = moments(parts, spikes);
        List<Chart> charts = new ArrayList<>(List.of(load(reader, parts, moments, prefix)));
        latency(reader, parts, moments, prefix).ifPresent(charts::add);
        return new LoadSection(
                measured.has("profile") ? measured.text("profile") + " " + measured.text("description") : "",
                charts,
                spikes.stream().map(SpikeRecovery::sentence).toList());
    }

    private static List<Mark> moments(List<Part> parts, List<SpikeRecovery> spikes) {
        List<Mark> moments = new ArrayList<>();
        parts.stream()
                .skip(1)
                .forEach(part -> moments.add(new Moment(part.phase().at().phase(), part.offsetS)));
        for (Part part : parts) {
            spikes.stream()
                    .filter(spike -> spike.phase().equals(part.phase()) && !Double.isNaN(spike.recoveredS()))
                    .forEach(spike -> moments.add(new Moment("p99 is back", part.offsetS + spike.recoveredS())));
        }
        return moments;
    }

    private static Chart load(RunReader reader, List<Part> parts, List<Mark> moments, String prefix) {
        List<Mark> left = Stream.of(
                        new Line("completed (ok)", 0, completed(parts)),
                        new Line("started", 2, Look.DOTTED, Side.LEFT, started(reader, parts)),
                        new Line("offered", 1, Look.DASHED, Side.LEFT, offered(reader, parts)))
                .filter(line -> line.points().stream().anyMatch(point -> Double.isFinite(point.y())))
                .map(Mark.class::cast)
                .toList();
        List<Point> clients = clients(reader, parts);
        List<Mark> marks = new ArrayList<>(left);
        if (!clients.isEmpty()) {
            marks.add(new Line("clients (right)", 3, Look.DASHED, Side.RIGHT, clients));
        }
        double most = clients.stream().mapToDouble(Point::y).max().orElse(0);
        marks.addAll(moments);
        return new Plot(
                prefix + "load",
                "Offered, started and completed",
                "Offered: what the plan's profile or rate says. Started: arrivals that workers handed to a client. Completed: outcome ok,"
                        + " by the second of the end. Started and completed: each point is " + width(parts) + " s.",
                time(parts),
                new Axis("operations/s", LinearScale.upTo(TimeCharts.largest(left), Quantity::compact)),
                clients.isEmpty() ? null : new Axis("clients", LinearScale.upTo(most, Quantity::compact)),
                marks);
    }

    private static int width(List<Part> parts) {
        return parts.stream().mapToInt(part -> part.seconds.width()).max().orElse(1);
    }

    private static Axis time(List<Part> parts) {
        Part last = parts.getLast();
        return new Axis(
                "time since the start of " + parts.getFirst().phase().at().phase(),
                LinearScale.seconds(last.offsetS + last.seconds.durationS()));
    }

    private static List<Point> completed(List<Part> parts) {
        return parts.stream()
                .flatMap(part -> part.shifted(part.seconds.line("ok_in_time")))
                .toList();
    }

    /** Of phases with a rate; a gap where clients pace themselves. */
    private static List<Point> started(RunReader reader, List<Part> parts) {
        List<Point> points = new ArrayList<>();
        for (Part part : parts) {
            if (part.open()) {
                part.shifted(started(reader, part.seconds)).forEach(points::add);
            } else {
                points.add(new Point(part.offsetS, Double.NaN));
            }
        }
        return points;
    }

    private static List<Point> started(RunReader reader, Seconds seconds) {
        var at = seconds.phase().at();
        ResourceBins bins = new ResourceBins(seconds);
        TreeMap<Integer, Double> counts = new TreeMap<>();
        reader.rows(STARTED, at.step(), at.trial(), at.phase()).stream()
                .collect(Collectors.groupingBy(row -> row.whole("session")))
                .values()
                .forEach(rows -> {
                    for (int i = 1; i < rows.size(); i++) {
                        double more =
                                rows.get(i).number("value") - rows.get(i - 1).number("value");
                        counts.merge(bins.of(rows.get(i)), more, Double::sum);
                    }
                });
        List<Point> points = new ArrayList<>();
        for (int bin = 0; bin <= seconds.lastBin(); bin++) {
            double widthS = seconds.widthS(bin);
            points.add(new Point(
                    seconds.middle(bin), widthS < 1e-6 ? Double.NaN : counts.getOrDefault(bin, 0.0) / widthS));
        }
        return points;
    }

    private static List<Point> offered(RunReader reader, List<Part> parts) {
        List<Point> points = new ArrayList<>();
        for (Part part : parts) {
            if (part.row.has("profile") && part.open()) {
                part.shifted(corners(reader, part)).forEach(points::add);
            } else {
                double rate = part.open() ? part.row.number("rate_per_s") : Double.NaN;
                points.add(new Point(part.offsetS, rate));
                points.add(new Point(part.offsetS + part.seconds.durationS(), rate));
            }
        }
        return points;
    }

    private static List<Point> clients(RunReader reader, List<Part> parts) {
        if (parts.stream().noneMatch(part -> part.row.has("profile") && !part.open())) {
            return List.of();
        }
        List<Point> points = new ArrayList<>();
        for (Part part : parts) {
            if (part.row.has("profile") && !part.open()) {
                part.shifted(corners(reader, part)).forEach(points::add);
            } else {
                points.add(new Point(part.offsetS, part.row.number("clients")));
                points.add(new Point(part.offsetS + part.seconds.durationS(), part.row.number("clients")));
            }
        }
        return points;
    }

    private static List<Point> corners(RunReader reader, Part part) {
        var at = part.phase().at();
        return reader.rows(CORNERS, at.step(), at.trial(), at.phase()).stream()
                .map(row -> new Point(Math.min(row.number("second"), part.seconds.durationS()), row.number("level")))
                .toList();
    }

    private static Optional<Chart> latency(RunReader reader, List<Part> parts, List<Mark> moments, String prefix) {
        List<Point> p50 = new ArrayList<>();
        List<Point> p99 = new ArrayList<>();
        List<String> how = new ArrayList<>();
        for (Part part : parts) {
            LatencyBins bins = LatencyBins.ofAll(reader, part.wide()).orElse(null);
            if (bins == null) {
                return Optional.empty();
            }
            TreeMap<Integer, List<Row>> rows = bins.rows("");
            part.shifted(bins.points(rows, "p50_ns")).forEach(p50::add);
            part.shifted(bins.points(rows, "p99_ns")).forEach(p99::add);
            how.add(part.phase().at().phase() + ": " + bins.how());
        }
        double[] seen = Stream.concat(p50.stream(), p99.stream())
                .mapToDouble(Point::y)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        if (seen.length == 0) {
            return Optional.empty();
        }
        List<Mark> marks = new ArrayList<>(List.of(
                new Line("p50", 0, Look.DASHED, Side.LEFT, p50), new Line("p99", 1, Look.SOLID, Side.LEFT, p99)));
        marks.addAll(moments);
        return Optional.of(new Plot(
                prefix + "load-latency",
                "Response time over the same time",
                "From the intended start to the end, all operations, outcome ok. " + String.join(" ", how)
                        + " No p99 below 299 samples: a gap.",
                time(parts),
                new Axis(
                        "response time (logarithmic)",
                        LogScale.between(seen[0], seen[seen.length - 1], Quantity::tick)),
                marks));
    }
}
