package muster.experiments.turns;

import java.util.List;
import java.util.Map;
import muster.model.OutcomeCounts;
import muster.statistics.Interval;
import muster.store.file.sqlite.Database;
import org.jspecify.annotations.Nullable;

/** Writes interleaved comparisons: tables comparison, comparison_arm, comparison_outcome, comparison_figure and turn. */
public final class ComparisonRecords {
    private static final String BEGIN = "INSERT INTO comparison(kind, seed, started_ns, precision, restarts)"
            + " VALUES (?, ?, ?, ?, 0) RETURNING comparison_id";
    private static final String ARM =
            "INSERT INTO comparison_arm(comparison_id, position, arm, plan) VALUES (?, ?, ?, ?)";
    private static final String TURN = "INSERT INTO turn(comparison_id, restart, turn, block, arm, key_range,"
            + " start_ns, measured_ns, operations, cpu_ns, compiler_ns, server_cpu_ns)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String FIGURE = "INSERT INTO comparison_figure(comparison_id, restarts, arm, name, unit,"
            + " base, value, ratio, ratio_low, ratio_high) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String OUTCOME =
            "INSERT INTO comparison_outcome(comparison_id, restart, arm, ok, errors, absent,"
                    + " duplicate, unknown, aborted) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private final Database database;

    public ComparisonRecords(Database database) {
        this.database = database;
    }

    /** Begins a comparison; returns its number. */
    public long begin(ComparisonRow comparison) {
        long[] id = {0};
        database.transaction(() -> {
            id[0] = database.number(
                    BEGIN, comparison.kind(), comparison.seed(), comparison.startedNs(), comparison.precision());
            for (int i = 0; i < comparison.arms().size(); i++) {
                ComparisonRow.Arm arm = comparison.arms().get(i);
                database.update(ARM, id[0], i, arm.name(), arm.plan());
            }
        });
        return id[0];
    }

    /** Writes one restart: its turns, how the operations of each arm ended, and what all restarts so far say. */
    public void restart(
            long id,
            int restart,
            List<TurnRow> turns,
            Map<String, OutcomeCounts> outcomes,
            List<ComparisonFigureRow> figures) {
        database.transaction(() -> {
            turns.forEach(turn -> insert(id, restart, turn));
            outcomes.forEach((arm, counts) -> insert(id, restart, arm, counts));
            figures.forEach(figure -> insert(id, figure));
            database.update("UPDATE comparison SET restarts = ? WHERE comparison_id = ?", restart, id);
        });
    }

    /** Writes what it came to. */
    public void end(long id, String verdict, boolean decided) {
        database.transaction(() -> database.update(
                "UPDATE comparison SET verdict = ?, decided = ? WHERE comparison_id = ?",
                verdict,
                decided ? 1 : 0,
                id));
    }

    private void insert(long id, int restart, TurnRow row) {
        database.update(
                TURN,
                id,
                restart,
                row.number(),
                row.block(),
                row.arm(),
                row.keyRange(),
                row.startNs(),
                row.measuredNs(),
                row.operations(),
                row.cpuNs(),
                row.compilerNs(),
                row.serverCpuNs() < 0 ? null : row.serverCpuNs());
    }

    private void insert(long id, int restart, String arm, OutcomeCounts counts) {
        database.update(
                OUTCOME,
                id,
                restart,
                arm,
                counts.ok(),
                counts.errors(),
                counts.absent(),
                counts.duplicate(),
                counts.unknown(),
                counts.aborted());
    }

    private void insert(long id, ComparisonFigureRow row) {
        Interval ratio = row.ratio();
        database.update(
                FIGURE,
                id,
                row.restarts(),
                row.arm(),
                row.name(),
                row.unit(),
                row.base(),
                row.value(),
                finite(ratio.estimate()),
                finite(ratio.low()),
                finite(ratio.high()));
    }

    private static @Nullable Double finite(double value) {
        return Double.isFinite(value) ? value : null;
    }
}
