package muster.store.file;

import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.model.CheckRow;
import muster.model.ExperimentAnswer;
import muster.model.RunEnd;
import muster.model.RunRow;
import muster.model.StepRow;
import muster.model.UnfinishedRun;
import muster.store.file.phase.RunRows;
import muster.store.file.sqlite.Database;

/** Writes runs, their steps and checks, and what a restarted coordinator resumes. Durable when a method returns. */
public final class RunRecords {
    private final Database database;
    private final PhaseRecords phases;

    RunRecords(Database database, PhaseRecords phases) {
        this.database = database;
        this.phases = phases;
    }

    /** Writes the run, its plan and the environment; returns its number. */
    public long begin(RunRow run) {
        long[] id = {0};
        database.transaction(() -> id[0] = RunRows.insert(database, run));
        return id[0];
    }

    /**
     * The same, with what another incarnation of the coordinator needs to resume it.
     *
     * @param epoch this incarnation
     * @param request the submission, encoded
     */
    public long begin(RunRow run, long epoch, byte[] request) {
        long[] id = {0};
        database.transaction(() -> {
            id[0] = RunRows.insert(database, run);
            database.update("INSERT INTO submission(run_id, epoch, request) VALUES (?, ?, ?)", id[0], epoch, request);
        });
        return id[0];
    }

    /** Every run has at least step 1, written before its phases. */
    public void step(StepRow step) {
        database.update(
                "INSERT INTO step(run_id, step, parameters_json) VALUES (?, ?, ?)"
                        + " ON CONFLICT DO UPDATE SET parameters_json = excluded.parameters_json",
                step.runId(),
                step.step(),
                step.parametersJson());
    }

    /** Writes checks, as they were decided: all or none. */
    public void checks(List<CheckRow> checks) {
        database.transaction(() -> checks.forEach(check -> RunRows.insert(database, check)));
    }

    /** Writes the answer of an experiment, after its runs. */
    public void answer(ExperimentAnswer answer) {
        database.transaction(() -> RunRows.insert(database, answer));
    }

    /** Writes the verdict of a run. */
    public void end(RunEnd end) {
        database.transaction(() -> RunRows.update(database, end));
    }

    /** An attempt is given up: it stays, outside the views. */
    public void abandon(long runId, int step, int trial) {
        database.update(
                "UPDATE phase SET state = 'abandoned' WHERE run_id = ? AND step = ? AND trial = ?", runId, step, trial);
    }

    /** Runs that have no end, the oldest first. */
    public List<UnfinishedRun> interrupted() {
        return new InterruptedRows(phases, database).read();
    }

    /** Of the run that was interrupted last: what its coordinator noted of its machine; empty if none can be resumed. */
    public Map<String, String> interruptedEnvironment() {
        return new InterruptedRows(phases, database).environment();
    }

    /** Resumes an interrupted run; one that was given up belongs to the incarnation {@code epoch} from now on. */
    public void resume(long runId, long epoch) {
        database.transaction(() -> {
            database.update("UPDATE run SET state = 'running' WHERE run_id = ?", runId);
            database.update("UPDATE submission SET epoch = min(epoch, ?) WHERE run_id = ?", epoch, runId);
        });
    }

    /** Leaves an interrupted run as it is until it is resumed by name. */
    public void giveUp(long runId) {
        database.update("UPDATE submission SET epoch = ? WHERE run_id = ?", UnfinishedRun.GIVEN_UP, runId);
    }

    /** A coordinator begins to use this file: another one must know its workers by it. */
    public void incarnation(long epoch) {
        database.update("INSERT OR IGNORE INTO incarnation(epoch) VALUES (?)", epoch);
    }

    /** Every {@link #incarnation} so far. */
    public Set<Long> incarnations() {
        return Set.copyOf(database.list("SELECT epoch FROM incarnation", row -> row.getLong(1)));
    }

    /** Deletes a run with all that belongs to it. */
    public void delete(long run) {
        database.transaction(() -> database.update("DELETE FROM run WHERE run_id = ?", run));
    }
}
