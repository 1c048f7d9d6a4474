package muster.experiments.turns.overhead;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import muster.experiments.turns.InterleavedComparison;
import muster.report.analysis.ErrorShare;
import muster.statistics.Gate;
import muster.statistics.Interval;
import muster.statistics.Percent;
import org.jspecify.annotations.Nullable;

/**
 * What turns say of the cost of the cluster, in one sentence.
 *
 * @param decided whether the precision that was asked for is reached, and the gate passed or failed
 * @param gate passed where none was asked for
 * @param failed whether an arm has too many errors to say anything
 * @param maxPercent the most that the cluster may cost; null for any
 */
public record OverheadVerdict(
        String text,
        boolean decided,
        Gate gate,
        boolean failed,
        @Nullable Double maxPercent) {
    /**
     * Judges a comparison.
     *
     * @param precision that was asked for: half the width of the interval, as a share
     * @param maxPercent the most that the cluster may cost, in per cent of throughput; null for any
     */
    public static OverheadVerdict of(InterleavedComparison comparison, double precision, @Nullable Double maxPercent) {
        boolean precise = comparison.precise(precision);
        Gate gate = maxPercent == null ? Gate.PASSED : comparison.within(maxPercent / 100);
        String text = cost(comparison) + (precise ? "" : missing(comparison, precision));
        if (maxPercent != null) {
            text += within(gate, Percent.of(maxPercent / 100));
        }
        double errors = comparison.errorShare();
        if (errors > ErrorShare.FEW) {
            String share = Percent.of(errors) + " of the operations failed or were answered wrongly";
            return new OverheadVerdict("FAILED: " + share + "; " + text, false, gate, true, maxPercent);
        }
        boolean decided = maxPercent == null ? precise : gate != Gate.UNDECIDED;
        return new OverheadVerdict(text, decided, gate, false, maxPercent);
    }

    /** The same of the restarts before one that ended before its time. */
    public OverheadVerdict failed(String why) {
        return new OverheadVerdict("FAILED: " + why + ": " + text, false, Gate.UNDECIDED, true, maxPercent);
    }

    private static String cost(InterleavedComparison comparison) {
        Interval ratio = comparison.ratio("throughput");
        if (!ratio.bounded()) {
            return comparison.withoutInterval();
        }
        String interval = String.format(
                Locale.ROOT, "cluster / standalone %.4f (%.4f to %.4f)", ratio.estimate(), ratio.low(), ratio.high());
        if (ratio.high() < 1) {
            return "the distribution layer costs " + Percent.of(1 - ratio.estimate()) + " of throughput: " + interval;
        }
        return ratio.low() > 1
                ? "the distribution layer costs nothing: " + interval
                : "the distribution layer costs at most " + Percent.of(1 - ratio.low()) + " of throughput: " + interval;
    }

    private static String missing(InterleavedComparison comparison, double precision) {
        double width = comparison.halfWidth();
        return Double.isFinite(width)
                ? "; not as precise as asked (" + Percent.of(width) + ", not " + Percent.of(precision) + "): "
                        + comparison.untilPrecise(precision)
                : "";
    }

    private static String within(Gate gate, String limit) {
        return switch (gate) {
            case PASSED -> "; that is within " + limit;
            case FAILED -> "; that is more than " + limit;
            case UNDECIDED -> "; undecided whether that is within " + limit;
        };
    }

    /** What the store keeps of it beside its turns. */
    public OverheadEnd end(long overheadId, InterleavedComparison comparison) {
        List<OverheadFigureRow> rows = new ArrayList<>();
        comparison
                .rows()
                .forEach(row -> rows.add(new OverheadFigureRow(
                        "figure", row.name(), row.unit(), row.base(), row.value(), row.ratio(), null)));
        Breakdown.of(comparison.restarts(), comparison.base(), comparison.arm())
                .forEach((name, part) ->
                        rows.add(new OverheadFigureRow("breakdown", name, "ns", null, null, null, part)));
        return new OverheadEnd(overheadId, comparison.restarts().size(), text, decided, rows);
    }
}
