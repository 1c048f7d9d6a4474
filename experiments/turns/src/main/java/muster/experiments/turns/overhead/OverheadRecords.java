package muster.experiments.turns.overhead;

import java.util.Map;
import muster.cli.host.Calibration;
import muster.store.file.sqlite.Database;

/** Writes what Muster measured of itself: comparisons of a cluster with standalone, and calibrations. */
public final class OverheadRecords {
    private static final String CALIBRATION = "INSERT INTO calibration(measured_ns, host, cpu, cores, kernel,"
            + " java_version, name, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

    private final Database database;

    public OverheadRecords(Database database) {
        this.database = database;
    }

    /** Writes what the harness itself costs on a machine. */
    public void calibration(Calibration calibration) {
        database.transaction(() -> insert(calibration));
    }

    private void insert(Calibration calibration) {
        Map<String, String> machine = calibration.machine();
        calibration
                .figures()
                .forEach((name, value) -> database.update(
                        CALIBRATION,
                        calibration.measuredNs(),
                        machine.getOrDefault("host", ""),
                        machine.getOrDefault("cpu", ""),
                        Integer.parseInt(machine.getOrDefault("cores", "0")),
                        machine.getOrDefault("kernel", ""),
                        machine.getOrDefault("java.version", ""),
                        name,
                        value));
    }

    /** Begins a comparison; returns its number. */
    public long begin(OverheadRow overhead) {
        long[] id = {0};
        database.transaction(() -> id[0] = OverheadRows.insert(database, overhead));
        return id[0];
    }

    /** Writes what a comparison came to. */
    public void end(OverheadEnd end) {
        database.transaction(() -> OverheadRows.end(database, end));
    }
}
