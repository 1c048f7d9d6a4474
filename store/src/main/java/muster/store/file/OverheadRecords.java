package muster.store.file;

import java.util.List;
import muster.store.file.phase.RunRows;
import muster.store.file.row.CalibrationRow;
import muster.store.file.row.comparison.OverheadEnd;
import muster.store.file.row.comparison.OverheadRow;
import muster.store.file.row.comparison.OverheadRunRow;
import muster.store.file.sqlite.Database;

/** Writes what Muster measured of itself: comparisons of a cluster with standalone, and calibrations. */
public final class OverheadRecords {
    private final Database database;

    OverheadRecords(Database database) {
        this.database = database;
    }

    /** Writes what the harness itself costs on a machine. */
    public void calibration(CalibrationRow calibration) {
        database.transaction(() -> RunRows.insert(database, calibration));
    }

    /** Begins a comparison; returns its number. */
    public long begin(OverheadRow overhead) {
        long[] id = {0};
        database.transaction(() -> id[0] = OverheadRows.insert(database, overhead));
        return id[0];
    }

    /** Writes which run is a part of which comparison. */
    public void runs(List<OverheadRunRow> runs) {
        database.transaction(() -> runs.forEach(run -> OverheadRows.insert(database, run)));
    }

    /** Writes what a comparison came to. */
    public void end(OverheadEnd end) {
        database.transaction(() -> OverheadRows.end(database, end));
    }
}
