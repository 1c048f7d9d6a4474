package muster.experiments.turns;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import muster.report.plot.Axis;
import muster.report.plot.Bars;
import muster.report.plot.Bars.Bar;
import muster.report.plot.Chart;
import muster.report.plot.LinearScale;
import muster.report.plot.Mark;
import muster.report.plot.Mark.Band;
import muster.report.plot.Mark.Dots;
import muster.report.plot.Mark.Line;
import muster.report.plot.Mark.Look;
import muster.report.plot.Mark.Point;
import muster.report.plot.Mark.Range;
import muster.report.plot.Mark.Side;
import muster.report.plot.Plot;
import muster.report.plot.Scale;
import muster.store.table.Row;
import muster.text.Quantity;

/** Plots of an arm and the first one, over the time of their comparison. */
public final class TurnCharts {
    /** The first intervals are many times as wide as the last; beyond so many times they are cut off. */
    private static final double MAX_WIDTHS = 5;

    private static final int BINS = 8;
    private static final int COLOURS = 6;

    private final String base;
    private final String arm;
    private final int place;
    private final double seconds;

    /**
     * Charts of one arm.
     *
     * @param place of the arm, from 1, for the names of files
     * @param seconds that the comparison took
     */
    public TurnCharts(String base, String arm, int place, double seconds) {
        this.base = base;
        this.arm = arm;
        this.place = place;
        this.seconds = seconds;
    }

    /**
     * The ratio and its interval after each restart.
     *
     * @param figures of throughput, in the order of restarts
     */
    public Chart narrowing(List<Row> figures, long startedNs) {
        Row last = figures.getLast();
        double half = Math.max(last.number("ratio_high") - last.number("ratio_low"), 0.002) / 2 * MAX_WIDTHS;
        double low = Math.min(1, Double.isFinite(half) ? last.number("ratio") - half : 0.5);
        double high = Math.max(1, Double.isFinite(half) ? last.number("ratio") + half : 1.5);
        List<Range> ranges = new ArrayList<>();
        List<Point> ratios = new ArrayList<>();
        for (Row row : figures) {
            double second = (row.whole("until_ns") - startedNs) / 1e9;
            ratios.add(new Point(second, Math.clamp(row.number("ratio"), low, high)));
            if (row.has("ratio_low") && row.has("ratio_high")) {
                ranges.add(new Range(
                        second,
                        Math.clamp(row.number("ratio_low"), low, high),
                        Math.clamp(row.number("ratio_high"), low, high)));
            }
        }
        return new Plot(
                "narrowing-" + place,
                "The ratio as it became known: " + arm + " / " + base,
                "Throughput ratio and its 95 % interval after each restart. Intervals more than " + (int) MAX_WIDTHS
                        + " times as wide as the last are cut off.",
                time(),
                new Axis(arm + " / " + base, LinearScale.between(low, high, Quantity::ratio)),
                List.of(new Band("95 % interval", 0, ranges), new Line("ratio", 0, ratios), equal()));
    }

    /** One dot a block, coloured by restart. */
    public Chart blocks(List<BlockRatio> blocks) {
        List<Mark> marks = new ArrayList<>();
        blocks.stream()
                .map(BlockRatio::restart)
                .distinct()
                .forEach(restart -> marks.add(new Dots(
                        "",
                        (restart - 1) % COLOURS,
                        Side.LEFT,
                        blocks.stream()
                                .filter(block -> block.restart() == restart)
                                .map(block -> new Point(block.second(), block.ratio()))
                                .toList())));
        marks.add(equal());
        return new Plot(
                "blocks-" + place,
                "Ratio of each block: " + arm + " / " + base,
                "One dot a block of turns; each colour is a restart. Of each restart the lowest and the highest"
                        + " quarter of blocks are left out of the ratio.",
                time(),
                new Axis(arm + " / " + base, through(blocks)),
                marks);
    }

    private static Scale through(List<BlockRatio> blocks) {
        double low = blocks.stream().mapToDouble(BlockRatio::ratio).min().orElse(1);
        double high = blocks.stream().mapToDouble(BlockRatio::ratio).max().orElse(1);
        return LinearScale.between(Math.min(1, low), Math.max(1.001, high), Quantity::ratio);
    }

    /** How many blocks had which ratio. */
    public Chart distribution(List<BlockRatio> blocks) {
        double[] sorted =
                blocks.stream().mapToDouble(BlockRatio::ratio).sorted().toArray();
        double low = quantile(sorted, 0.02);
        double width = Math.max((quantile(sorted, 0.98) - low) / BINS, 1e-4);
        int[] counts = new int[BINS];
        for (double ratio : sorted) {
            counts[Math.clamp((int) Math.floor((ratio - low) / width), 0, BINS - 1)]++;
        }
        List<Bar> bars = IntStream.range(0, BINS)
                .mapToObj(i -> new Bar(
                        Quantity.ratio(low + i * width) + " to " + Quantity.ratio(low + (i + 1) * width),
                        List.of((double) counts[i]),
                        counts[i] + " blocks"))
                .toList();
        double most = IntStream.of(counts).max().orElse(1);
        return new Bars(
                "distribution-" + place,
                "Distribution of the blocks' ratios: " + arm + " / " + base,
                "Blocks of all restarts. The first and the last bar hold what lies beyond them, too.",
                new Axis("blocks", LinearScale.upTo(most, Quantity::compact)),
                List.of("blocks"),
                bars);
    }

    private static double quantile(double[] sorted, double share) {
        return sorted.length == 0 ? 1 : sorted[(int) Math.round(share * (sorted.length - 1))];
    }

    private Axis time() {
        return new Axis("time of the comparison", LinearScale.seconds(seconds));
    }

    private Line equal() {
        return new Line("equal", 5, Look.DASHED, Side.LEFT, List.of(new Point(0, 1), new Point(seconds, 1)));
    }
}
