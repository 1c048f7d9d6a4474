package muster.store.report.chart;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import muster.model.OutcomeCounts;
import muster.store.file.sqlite.Query;
import muster.store.file.sqlite.StoreException;
import muster.store.table.Row;

/** Reads one comparison of arms that took turns. */
public final class ComparisonReader {
    private static final String COMPARISON = """
            SELECT c.*, datetime(started_ns / 1000000000, 'unixepoch') AS started_at, (SELECT max(start_ns + measured_ns) FROM turn t
              WHERE t.comparison_id = c.comparison_id) - started_ns AS elapsed_ns FROM comparison c WHERE comparison_id = ?""";
    private static final String FIGURES = """
            SELECT f.*, (SELECT max(start_ns + measured_ns) FROM turn t WHERE t.comparison_id = f.comparison_id
              AND t.restart <= f.restarts) AS until_ns
            FROM comparison_figure f JOIN comparison_arm a USING (comparison_id, arm) WHERE comparison_id = ?
            ORDER BY a.position, f.restarts, f.name""";
    private static final String BLOCKS = """
            SELECT restart, min(start_ns) AS start_ns, exp(avg(CASE arm WHEN ?2 THEN ln(operations * 1e9 / measured_ns) END)
              - avg(CASE arm WHEN ?1 THEN ln(operations * 1e9 / measured_ns) END)) AS ratio
            FROM turn WHERE comparison_id = ?3 AND operations > 0 GROUP BY restart, block HAVING ratio IS NOT NULL
            ORDER BY restart, block""";

    private final Query query;
    private final long id;

    /**
     * A reader of one comparison.
     *
     * @param query stays open while this is used
     */
    public ComparisonReader(Query query, long id) {
        this.query = query;
        this.id = id;
    }

    /**
     * The comparison itself.
     *
     * @throws StoreException if the file has none of this number
     */
    public Row comparison() {
        return rows(COMPARISON).stream()
                .findFirst()
                .orElseThrow(() -> new StoreException(query.file() + ": there is no comparison " + id));
    }

    /** Names and plans, the first arm first. */
    public List<Row> arms() {
        return rows("SELECT arm, plan FROM comparison_arm WHERE comparison_id = ? ORDER BY position");
    }

    /** How the operations of each arm ended, over all restarts; empty for those of earlier versions. */
    public Map<String, OutcomeCounts> outcomes() {
        return rows("SELECT * FROM comparison_outcome WHERE comparison_id = ?").stream()
                .collect(Collectors.toMap(row -> row.text("arm"), Row::counts, OutcomeCounts::plus));
    }

    /** After each restart, of each arm but the first. */
    public List<Row> figures() {
        return rows(FIGURES);
    }

    /** Of each block in which both arms completed something. */
    public List<BlockRatio> blocks(String base, String arm, long startedNs) {
        return Row.of(query.table(BLOCKS, List.of(base, arm, id))).stream()
                .map(row -> new BlockRatio(
                        (int) row.whole("restart"), (row.whole("start_ns") - startedNs) / 1e9, row.number("ratio")))
                .toList();
    }

    private List<Row> rows(String sql) {
        return Row.of(query.table(sql, List.of(id)));
    }
}
