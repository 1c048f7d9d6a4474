package muster.store.file.phase;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.model.OperationName;
import muster.model.PhaseAt;
import muster.model.StreamRow;
import muster.model.TurnWindow;
import muster.store.file.sqlite.Database;

/**
 * The measured parts of turns, by name of the stream, of a phase whose loads take turns. The one load of a run that takes turns with other runs
 * has no name: its intervals do not end with turns, and all that it completed counts.
 */
final class TurnWindows {
    private static final String READ = "SELECT s.name, w.from_ns, w.to_ns FROM turn_window w"
            + " JOIN stream s USING (run_id, step, trial, phase, stream)"
            + " WHERE w.run_id = ? AND w.step = ? AND w.trial = ? AND w.phase = ? AND s.name <> ''";
    private static final String WRITE = "INSERT OR REPLACE INTO turn_window(run_id, step, trial, phase, stream, turn,"
            + " block, start_ns, from_ns, to_ns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    /** Of each stream that takes turns the end of each window by its beginning. */
    private final Map<String, TreeMap<Long, Long>> byStream = new HashMap<>();

    static TurnWindows read(Database database, PhaseAt at) {
        TurnWindows windows = new TurnWindows();
        database.each(READ, windows::add, RowKeys.with(at));
        return windows;
    }

    private void add(ResultSet row) throws SQLException {
        byStream.computeIfAbsent(row.getString(1), stream -> new TreeMap<>()).put(row.getLong(2), row.getLong(3));
    }

    /** Whether what was completed in an interval that begins then counts for throughput: intervals end at the edges of windows. */
    boolean measures(String operation, long startNs) {
        TreeMap<Long, Long> own = byStream.get(OperationName.stream(operation));
        if (own == null) {
            return true;
        }
        Map.Entry<Long, Long> window = own.floorEntry(startNs);
        return window != null && startNs < window.getValue();
    }

    static void write(Database database, PhaseAt at, List<StreamRow> streams) {
        for (StreamRow stream : streams) {
            for (TurnWindow turn : stream.turns()) {
                database.update(
                        WRITE,
                        RowKeys.with(
                                at,
                                stream.number(),
                                turn.turn(),
                                turn.block(),
                                turn.startNs(),
                                turn.fromNs(),
                                turn.toNs()));
            }
        }
    }
}
