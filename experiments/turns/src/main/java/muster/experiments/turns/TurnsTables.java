package muster.experiments.turns;

import java.util.List;
import java.util.stream.Collectors;
import muster.store.file.sqlite.Database;
import muster.store.file.sqlite.StoreExtension;

/** Tables of turns: those of phases, those of comparisons, of overheads and of calibrations, with their summaries. */
public final class TurnsTables implements StoreExtension {
    @Override
    public String name() {
        return "turns";
    }

    @Override
    public int version() {
        return 9;
    }

    @Override
    public List<String> copied() {
        return List.of("overhead_run");
    }

    @Override
    public void copy(Database database) {
        comparisons(database);
        overheads(database);
        database.update("INSERT OR IGNORE INTO calibration SELECT * FROM other.calibration");
    }

    /** Comparisons of arms that took turns. */
    private static void comparisons(Database database) {
        database.script("DROP TABLE IF EXISTS temp.merging_comparison");
        database.script("CREATE TEMP TABLE merging_comparison AS SELECT o.comparison_id AS old,"
                + " row_number() OVER (ORDER BY o.comparison_id)"
                + " + (SELECT coalesce(max(comparison_id), 0) FROM main.comparison) AS new"
                + " FROM other.comparison o WHERE NOT EXISTS (SELECT 1 FROM main.comparison h"
                + " WHERE h.started_ns = o.started_ns AND h.seed = o.seed)");
        List.of("comparison", "comparison_arm", "comparison_figure", "turn", "comparison_outcome")
                .forEach(table -> copyComparison(database, table));
    }

    private static void copyComparison(Database database, String table) {
        List<String> columns = database.list(
                "SELECT name FROM pragma_table_info(?) WHERE name <> 'comparison_id'", row -> row.getString(1), table);
        database.update("INSERT INTO main." + table + "(comparison_id, " + String.join(", ", columns)
                + ") SELECT m.new, "
                + columns.stream().map(column -> "o." + column).collect(Collectors.joining(", "))
                + " FROM other." + table + " o JOIN merging_comparison m ON m.old = o.comparison_id");
    }

    /** Comparisons of a cluster with standalone, with the figures that they came to. */
    private static void overheads(Database database) {
        database.script("DROP TABLE IF EXISTS temp.merging_overhead");
        database.script("CREATE TEMP TABLE merging_overhead AS SELECT o.overhead_id AS old,"
                + " row_number() OVER (ORDER BY o.overhead_id)"
                + " + (SELECT coalesce(max(overhead_id), 0) FROM main.overhead) AS new"
                + " FROM other.overhead o WHERE NOT EXISTS (SELECT 1 FROM main.overhead h"
                + " WHERE h.started_ns = o.started_ns AND h.plan = o.plan AND h.lease = o.lease)");
        database.update("INSERT INTO overhead(overhead_id, series, plan, lease, workers, pairs, seed, started_ns,"
                + " max_percent, comparison_id, verdict, decided) SELECT m.new,"
                + " o.series + (SELECT coalesce(max(series), 0) FROM main.overhead), o.plan, o.lease, o.workers, o.pairs,"
                + " o.seed, o.started_ns, o.max_percent, c.new, o.verdict, o.decided"
                + " FROM other.overhead o JOIN merging_overhead m ON m.old = o.overhead_id"
                + " LEFT JOIN merging_comparison c ON c.old = o.comparison_id");
        database.update(
                "INSERT INTO overhead_run SELECT m.new, o.pair, o.side, o.position, r.new FROM other.overhead_run o"
                        + " JOIN merging_overhead m ON m.old = o.overhead_id JOIN merging r ON r.old = o.run_id");
        database.update(
                "INSERT INTO overhead_figure SELECT m.new, o.kind, o.name, o.unit, o.standalone, o.cluster, o.ratio,"
                        + " o.ratio_low, o.ratio_high, o.difference, o.difference_low, o.difference_high FROM other.overhead_figure o"
                        + " JOIN merging_overhead m ON m.old = o.overhead_id");
    }
}
