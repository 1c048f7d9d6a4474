package muster.store.file.phase;

import java.util.List;
import muster.model.CrashRow;
import muster.model.LostWriteRow;
import muster.store.file.sqlite.Database;

/** What a crash of the server did. */
public final class CrashRows {
    private static final String CRASH =
            "INSERT OR REPLACE INTO crash(run_id, step, trial, phase, how, crash_ns, down_ns, ready_ns, first_ok_ns,"
                    + " recovered_ns, before_per_s, acknowledged, acknowledged_after, lost, oldest_lost_ns, unknown,"
                    + " unknown_kept, refused, phantoms, half_transactions, unjudged)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, nullif(?, 0), nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String LOST =
            "INSERT OR REPLACE INTO lost_write(run_id, step, trial, phase, operation, operation_index, least_age_ns,"
                    + " most_age_ns) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

    private CrashRows() {}

    public static void insert(Database database, CrashRow row, List<LostWriteRow> lost) {
        database.update(
                CRASH,
                RowKeys.with(
                        row.at(),
                        row.how(),
                        row.crashNs(),
                        row.downNs(),
                        row.readyNs(),
                        row.firstOkNs(),
                        row.recoveredNs(),
                        row.beforePerS(),
                        row.acknowledged(),
                        row.acknowledgedAfter(),
                        row.lost(),
                        row.oldestLostNs(),
                        row.unknown(),
                        row.unknownKept(),
                        row.refused(),
                        row.phantoms(),
                        row.halfTransactions(),
                        row.unjudged()));
        for (LostWriteRow write : lost) {
            database.update(
                    LOST,
                    RowKeys.with(write.at(), write.operation(), write.index(), write.leastAgeNs(), write.mostAgeNs()));
        }
    }
}
