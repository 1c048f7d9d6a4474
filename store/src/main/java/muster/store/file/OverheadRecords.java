package muster.store.file;

import java.util.List;
import muster.store.file.phase.RunRows;
import muster.store.file.row.CalibrationRow;
import muster.store.file.row.OverheadEnd;
import muster.store.file.row.OverheadRow;
import muster.store.file.row.OverheadRunRow;
import muster.store.file.sqlite.Database;

/** Writes what Muster measured of itself: comparisons of a cluster with standalone, and calibrations. */
public final class OverheadRecords {
    private final Database database;
    private final Object lock;

    /** @param lock the store's: one thread writes at a time */
    OverheadRecords(Database database, Object lock) {
        this.database = database;
        this.lock = lock;
    }

    /** Writes what the harness itself costs on a machine. */
    public void calibration(CalibrationRow calibration) {
        write(() -> RunRows.insert(database, calibration));
    }

    /** Begins a comparison; returns its number. */
    public long begin(OverheadRow overhead) {
        long[] id = {0};
        write(() -> id[0] = OverheadRows.insert(database, overhead));
        return id[0];
    }

    /** Writes which run is a part of which comparison. */
    public void runs(List<OverheadRunRow> runs) {
        write(() -> runs.forEach(run -> OverheadRows.insert(database, run)));
    }

    /** Writes what a comparison came to. */
    public void end(OverheadEnd end) {
        write(() -> OverheadRows.end(database, end));
    }

    private void write(Runnable rows) {
        synchronized (lock) {
            database.transaction(rows);
        }
    }
}
