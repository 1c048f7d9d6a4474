package muster.experiments.turns.overhead;

import java.util.List;
import java.util.function.ToDoubleFunction;
import muster.statistics.Interval;
import muster.store.file.sqlite.Database;
import org.jspecify.annotations.Nullable;

/** The rows of comparisons: overhead, overhead_figure. */
final class OverheadRows {
    private static final String BEGIN = "INSERT INTO overhead(series, plan, lease, workers, pairs, seed, started_ns,"
            + " max_percent, comparison_id) VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?) RETURNING overhead_id";
    private static final String FIGURE = "INSERT OR REPLACE INTO overhead_figure(overhead_id, kind, name, unit,"
            + " standalone, cluster, ratio, ratio_low, ratio_high, difference, difference_low, difference_high)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private OverheadRows() {}

    static long insert(Database database, OverheadRow row) {
        return database.number(
                BEGIN,
                row.series(),
                row.plan(),
                row.lease(),
                row.workers(),
                row.seed(),
                row.startedNs(),
                row.maxPercent(),
                row.comparisonId());
    }

    static void end(Database database, OverheadEnd end) {
        database.update(
                "UPDATE overhead SET pairs = ?, verdict = ?, decided = ? WHERE overhead_id = ?",
                end.pairs(),
                end.verdict(),
                end.decided() ? 1 : 0,
                end.overheadId());
        figures(database, end.overheadId(), end.figures());
    }

    private static void figures(Database database, long overheadId, List<OverheadFigureRow> figures) {
        for (OverheadFigureRow row : figures) {
            database.update(
                    FIGURE,
                    overheadId,
                    row.kind(),
                    row.name(),
                    row.unit(),
                    row.standalone(),
                    row.cluster(),
                    number(row.ratio(), Interval::estimate),
                    number(row.ratio(), Interval::low),
                    number(row.ratio(), Interval::high),
                    number(row.difference(), Interval::estimate),
                    number(row.difference(), Interval::low),
                    number(row.difference(), Interval::high));
        }
    }

    /** NULL for what is not known. */
    private static @Nullable Double number(@Nullable Interval interval, ToDoubleFunction<Interval> part) {
        double value = interval == null ? Double.NaN : part.applyAsDouble(interval);
        return Double.isFinite(value) ? value : null;
    }
}
