package muster.store.file.phase;

import java.util.Map;
import java.util.regex.Pattern;
import muster.model.CheckRow;
import muster.model.RunEnd;
import muster.model.RunRow;
import muster.store.file.row.CalibrationRow;
import muster.store.file.sqlite.Database;

/** The rows that say what was asked for and what came of it: run, plan, environment, verdict. */
public final class RunRows {
    private static final Pattern SECRET = Pattern.compile("(?i)password|secret|token");

    private static final String RUN = "INSERT INTO run(name, mode, target, workload, seed, started_ns, state)"
            + " VALUES (?, ?, ?, ?, ?, ?, 'running') RETURNING run_id";
    private static final String VERDICT =
            "INSERT INTO check_result(run_id, step, trial, kind, name, expected, observed,"
                    + " passed, worker, reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String CALIBRATION = "INSERT INTO calibration(measured_ns, host, cpu, cores, kernel,"
            + " java_version, name, value) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

    private RunRows() {}

    public static long insert(Database database, RunRow run) {
        long id =
                database.number(RUN, run.name(), run.mode(), run.target(), run.workload(), run.seed(), run.startedNs());
        database.update("INSERT INTO plan(run_id, name, text) VALUES (?, ?, ?)", id, run.planName(), run.planText());
        environment(database, id, "coordinator", "", 0, run.environment());
        return id;
    }

    public static void insert(Database database, CheckRow check) {
        database.update(
                VERDICT,
                check.runId(),
                check.step(),
                check.trial(),
                check.kind(),
                check.name(),
                check.expected(),
                check.observed(),
                check.passed() ? 1 : 0,
                check.worker(),
                check.reason());
    }

    public static void insert(Database database, CalibrationRow calibration) {
        calibration
                .figures()
                .forEach((name, value) -> database.update(
                        CALIBRATION,
                        calibration.measuredNs(),
                        calibration.host(),
                        calibration.cpu(),
                        calibration.cores(),
                        calibration.kernel(),
                        calibration.javaVersion(),
                        name,
                        value));
    }

    public static void update(Database database, RunEnd end) {
        database.update(
                "UPDATE run SET state = ?, ended_ns = ?, validity = ?, thresholds = ?, exit_code = ?, message = ?"
                        + " WHERE run_id = ?",
                end.state(),
                end.endedNs(),
                end.validity(),
                end.thresholds(),
                end.exitCode(),
                end.message(),
                end.runId());
    }

    /** A key that smells of a secret is left out, whatever its value is. */
    static void environment(
            Database database, long run, String source, String worker, long session, Map<String, String> facts) {
        facts.forEach((key, value) -> {
            if (!SECRET.matcher(key).find()) {
                database.update(
                        "INSERT OR REPLACE INTO environment(run_id, source, worker, session, key, value)"
                                + " VALUES (?, ?, ?, ?, ?, ?)",
                        run,
                        source,
                        worker,
                        session,
                        key,
                        value);
            }
        });
    }
}
