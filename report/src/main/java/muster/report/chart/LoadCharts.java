package muster.report.chart;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
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
import muster.report.run.RunReader;
import muster.text.Quantity;

/** The plots of a trial's loads over all of its phases: a colour each where there are several. */
final class LoadCharts {
    private static final String STARTED = """
            SELECT session, end_ns, value FROM resource
            WHERE run_id = ?1 AND step = ?2 AND trial = ?3 AND phase = ?4 AND kind = 'worker' AND name = 'handovers'
            ORDER BY session, seq""";

    /** Loads that differ more are too far apart for one linear axis. */
    private static final double MAX_LINEAR = 20;

    /** Of a logarithmic axis, below the middle of the least load: seconds that are worse than most can be seen. */
    private static final double ROOM_BELOW = 5;

    private final RunReader reader;
    private final List<LoadPart> parts;
    private final Map<String, List<LoadPart>> phases;
    private final List<String> labels;
    private final List<Mark> moments;
    private final String prefix;

    LoadCharts(RunReader reader, List<LoadPart> parts, List<SpikeRecovery> recoveries, String prefix) {
        this.reader = reader;
        this.parts = parts;
        this.prefix = prefix;
        phases = parts.stream()
                .collect(Collectors.groupingBy(
                        part -> part.phase().at().phase(), LinkedHashMap::new, Collectors.toList()));
        labels = parts.stream().map(LoadPart::label).distinct().toList();
        moments = moments(recoveries);
    }

    private List<Mark> moments(List<SpikeRecovery> recoveries) {
        List<Mark> all = new ArrayList<>();
        phases.forEach((phase, of) -> {
            if (of.getFirst().offsetS() > 0) {
                all.add(new Moment(phase, of.getFirst().offsetS()));
            }
        });
        recoveries.stream()
                .filter(recovery -> !Double.isNaN(recovery.recoveredS()))
                .forEach(recovery -> all.add(new Moment(
                        named(recovery.part().stream(), "p99 is back"),
                        recovery.part().offsetS() + recovery.recoveredS())));
        return all;
    }

    private boolean severalLoads() {
        return labels.size() > 1;
    }

    private static String named(String load, String what) {
        return (load + " " + what).strip();
    }

    /** A line for each load over those phases that have it, with gaps in between. */
    private List<Mark> lines(String what, int colour, Look look, Side side, Function<LoadPart, List<Point>> points) {
        List<Mark> lines = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            String label = labels.get(i);
            List<Point> all = phases.values().stream()
                    .flatMap(of -> of.stream()
                            .filter(part -> part.label().equals(label))
                            .findFirst()
                            .map(points)
                            .orElseGet(() -> of.getFirst().gap())
                            .stream())
                    .toList();
            if (isDrawn(all)) {
                lines.add(new Line(named(label, what), severalLoads() ? i : colour, look, side, all));
            }
        }
        return lines;
    }

    private static boolean isDrawn(List<Point> points) {
        return points.stream().anyMatch(point -> Double.isFinite(point.y()));
    }

    Chart load() {
        List<Mark> completed = lines("completed (ok)", 0, Look.SOLID, Side.LEFT, LoadPart::completed);
        List<Mark> left = new ArrayList<>(completed);
        left.addAll(started());
        left.addAll(lines("offered", 1, Look.DASHED, Side.LEFT, part -> part.offered(reader)));
        left.sort(Comparator.comparingInt(this::load));
        List<Mark> clients = clients();
        double most = TimeCharts.largest(left);
        OptionalDouble least = leastIfFarApart(completed);
        return new Plot(
                prefix + "load",
                "Offered, started and completed",
                "Offered: what the plan's profile or rate says. Started: arrivals that workers handed to a client. Completed: outcome ok,"
                        + " by the second of the end. Started and completed: each point is " + width() + " s.",
                time(),
                least.isPresent()
                        ? new Axis(
                                "operations/s (logarithmic)",
                                LogScale.between(least.getAsDouble(), most, Quantity::compact))
                        : new Axis("operations/s", LinearScale.upTo(most, Quantity::compact)),
                clients.isEmpty()
                        ? null
                        : new Axis("clients", LinearScale.upTo(TimeCharts.largest(clients), Quantity::compact)),
                Stream.of(left, clients, moments).flatMap(Collection::stream).toList());
    }

    /** Lines of one load stand together in the legend. */
    private int load(Mark mark) {
        return severalLoads() && mark instanceof Line line ? line.colour() : 0;
    }

    /** Where the loads are too far apart for one linear axis: the bottom of a logarithmic one, at which a load of 0 lies. */
    private static OptionalDouble leastIfFarApart(List<Mark> completed) {
        double[] levels = completed.stream()
                .mapToDouble(LoadCharts::middle)
                .filter(level -> level > 0)
                .sorted()
                .toArray();
        return levels.length > 1 && levels[levels.length - 1] > MAX_LINEAR * levels[0]
                ? OptionalDouble.of(levels[0] / ROOM_BELOW)
                : OptionalDouble.empty();
    }

    private static double middle(Mark mark) {
        double[] above = values(List.of(mark)).filter(y -> y > 0).sorted().toArray();
        return above.length == 0 ? 0 : above[above.length / 2];
    }

    private static DoubleStream values(List<Mark> marks) {
        return marks.stream()
                .flatMap(mark -> mark instanceof Line line ? line.points().stream() : Stream.empty())
                .mapToDouble(Point::y)
                .filter(Double::isFinite);
    }

    private int width() {
        return parts.stream().mapToInt(part -> part.seconds().width()).max().orElse(1);
    }

    private Axis time() {
        return new Axis(
                "time since the start of " + parts.getFirst().phase().at().phase(),
                LinearScale.seconds(parts.getLast().endS()));
    }

    /** Where a profile of clients is drawn, all loads with clients have a line. */
    private List<Mark> clients() {
        return parts.stream().anyMatch(part -> part.hasProfile() && !part.open())
                ? lines("clients (right)", 3, Look.DASHED, Side.RIGHT, part -> part.clients(reader))
                : List.of();
    }

    /** Of loads with a rate; workers count them together, so that the streams of a phase with several such have one line. */
    private List<Mark> started() {
        Map<String, List<Point>> started = new LinkedHashMap<>();
        phases.values().forEach(of -> {
            List<String> open =
                    of.stream().filter(LoadPart::open).map(LoadPart::label).toList();
            if (!open.isEmpty()) {
                started.putIfAbsent(String.join(" and ", open), new ArrayList<>());
            }
        });
        phases.values().forEach(of -> {
            String open =
                    of.stream().filter(LoadPart::open).map(LoadPart::label).collect(Collectors.joining(" and "));
            boolean any = of.stream().anyMatch(LoadPart::open);
            started.forEach((loads, points) -> points.addAll(
                    any && loads.equals(open)
                            ? started(of.getFirst())
                            : of.getFirst().gap()));
        });
        return started.entrySet().stream()
                .map(of -> (Mark) new Line(
                        named(of.getKey(), "started"),
                        startedColour(of.getKey()),
                        Look.DOTTED,
                        Side.LEFT,
                        of.getValue()))
                .toList();
    }

    private int startedColour(String loads) {
        return severalLoads() ? labels.contains(loads) ? labels.indexOf(loads) : labels.size() : 2;
    }

    private List<Point> started(LoadPart part) {
        Seconds seconds = part.seconds();
        var at = part.phase().at();
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
        return part.shifted(points);
    }

    /** Empty where histograms are too many to merge, and where nothing was completed. */
    Optional<Chart> latency() {
        Map<LoadPart, LatencyBins> bins = new LinkedHashMap<>();
        for (LoadPart part : parts) {
            Optional<LatencyBins> of = LatencyBins.ofAll(reader, part.wide());
            if (of.isEmpty()) {
                return Optional.empty();
            }
            bins.put(part, of.get());
        }
        List<Mark> marks =
                new ArrayList<>(lines("p50", 0, Look.DASHED, Side.LEFT, part -> points(bins, part, "p50_ns")));
        marks.addAll(lines("p99", 1, Look.SOLID, Side.LEFT, part -> points(bins, part, "p99_ns")));
        double[] seen = values(marks).sorted().toArray();
        if (seen.length == 0) {
            return Optional.empty();
        }
        marks.sort(Comparator.comparingInt(this::load));
        marks.addAll(moments);
        String how = bins.entrySet().stream()
                .map(of -> name(of.getKey()) + ": " + of.getValue().how())
                .distinct()
                .collect(Collectors.joining(" "));
        return Optional.of(new Plot(
                prefix + "load-latency",
                "Response time over the same time",
                "From the intended start to the end, all operations, outcome ok. " + how
                        + " No p99 below 299 samples: a gap.",
                time(),
                new Axis(
                        "response time (logarithmic)",
                        LogScale.between(seen[0], seen[seen.length - 1], Quantity::tick)),
                marks));
    }

    private static String name(LoadPart part) {
        return part.label().isEmpty() ? part.phase().at().phase() : part.label();
    }

    private List<Point> points(Map<LoadPart, LatencyBins> all, LoadPart part, String column) {
        LatencyBins bins = Objects.requireNonNull(all.get(part));
        return part.shifted(bins.points(bins.rows(""), column));
    }
}
