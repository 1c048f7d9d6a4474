package muster.store.file.phase;

import java.util.List;
import java.util.stream.Collectors;
import muster.model.IndexRange;
import muster.model.LeaseRow;
import muster.model.PhaseAt;
import muster.model.PhaseEnd;
import muster.model.PhaseRow;
import muster.model.ProfileRow;
import muster.model.StreamRow;
import muster.model.TurnCpuRow;
import muster.model.WorkerRow;
import muster.store.file.sqlite.Database;

/** The rows that say how a phase was set and who took part: phase, worker, lease, coverage. */
public final class PhaseRows {
    private static final String PHASE = "INSERT INTO phase(run_id, step, trial, phase, ordinal, kind, clients,"
            + " rate_per_s, planned, start_ns, set_end_ns, workers, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " ON CONFLICT DO UPDATE SET ordinal = excluded.ordinal, kind = excluded.kind,"
            + " clients = excluded.clients, rate_per_s = excluded.rate_per_s, planned = excluded.planned,"
            + " start_ns = excluded.start_ns, set_end_ns = excluded.set_end_ns, workers = excluded.workers,"
            + " state = excluded.state";
    private static final String STREAM = "INSERT INTO stream(run_id, step, trial, phase, stream, name, clients,"
            + " rate_per_s) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name,"
            + " clients = excluded.clients, rate_per_s = excluded.rate_per_s";
    private static final String WORKER = "INSERT OR REPLACE INTO worker(run_id, step, trial, phase, worker, session,"
            + " language, host, clients, offset_ns, offset_error_ns, late_start_ns, joined_ns, left_ns, left_reason,"
            + " lost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String LEASE = "INSERT OR REPLACE INTO lease(run_id, step, trial, phase, epoch, lease, worker,"
            + " session, first, count, stride, granted_ns, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final String MARGIN =
            "INSERT OR REPLACE INTO equivalence_margin(run_id, step, trial, phase, margin) VALUES (?, ?, ?, ?, ?)";

    private static final String TURN_CPU =
            "INSERT OR REPLACE INTO turn_cpu(run_id, step, trial, phase, stream, turn, server_ns) VALUES (?, ?, ?, ?, ?, ?, ?)";

    private static final String PROFILE =
            "INSERT OR REPLACE INTO load_profile(run_id, step, trial, phase, stream, kind,"
                    + " description, points_json, spike_ns, spike_end_ns, bound_ns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, nullif(?, 0),"
                    + " nullif(?, 0), nullif(?, 0))";

    private static final String LEFT = "UPDATE worker SET left_ns = ?, left_reason = ?, lost = ? WHERE run_id = ?"
            + " AND step = ? AND trial = ? AND phase = ? AND session = ?";

    private PhaseRows() {}

    /** The session serves the phase no longer. */
    public static void left(
            Database database, PhaseAt at, long session, long leftNs, String reason, List<IndexRange> lost) {
        database.update(
                LEFT, leftNs, reason, RangeText.write(lost), at.runId(), at.step(), at.trial(), at.phase(), session);
    }

    public static void upsert(Database database, PhaseRow phase) {
        upsertPhase(database, phase);
        for (StreamRow stream : phase.streams()) {
            database.update(
                    STREAM,
                    RowKeys.with(phase.at(), stream.number(), stream.name(), stream.clients(), stream.ratePerS()));
        }
        TurnWindows.write(database, phase.at(), phase.streams());
        if (phase.alike() > 0) {
            database.update(MARGIN, RowKeys.with(phase.at(), phase.alike()));
        }
    }

    private static void upsertPhase(Database database, PhaseRow phase) {
        database.update(
                PHASE,
                RowKeys.with(
                        phase.at(),
                        phase.ordinal(),
                        phase.kind(),
                        phase.clients(),
                        phase.ratePerS(),
                        phase.planned() < 0 ? null : phase.planned(),
                        phase.startNs(),
                        phase.endNs(),
                        phase.workers(),
                        phase.state()));
    }

    public static void upsert(Database database, WorkerRow worker) {
        database.update(
                WORKER,
                RowKeys.with(
                        worker.at(),
                        worker.worker(),
                        worker.session(),
                        worker.language(),
                        worker.host(),
                        worker.clients(),
                        worker.offsetNs(),
                        worker.offsetErrorNs(),
                        worker.lateStartNs(),
                        worker.joinedNs(),
                        worker.leftNs(),
                        worker.leftReason(),
                        RangeText.write(worker.lost())));
        long run = worker.at().runId();
        RunRows.environment(database, run, "worker", worker.worker(), worker.session(), worker.environment());
        RunRows.environment(database, run, "target", worker.worker(), worker.session(), worker.target());
    }

    public static void upsert(Database database, ProfileRow profile) {
        String points = profile.points().stream()
                .map(point -> "[" + point.second() + "," + point.level() + "]")
                .collect(Collectors.joining(",", "[", "]"));
        database.update(
                PROFILE,
                RowKeys.with(
                        profile.at(),
                        profile.stream(),
                        profile.kind(),
                        profile.description(),
                        points,
                        profile.spikeNs(),
                        profile.spikeEndNs(),
                        profile.boundNs()));
    }

    public static void upsert(Database database, TurnCpuRow turn) {
        database.update(TURN_CPU, RowKeys.with(turn.at(), turn.stream(), turn.turn(), turn.serverNs()));
    }

    public static void upsert(Database database, LeaseRow lease) {
        database.update(
                LEASE,
                RowKeys.with(
                        lease.at(),
                        lease.epoch(),
                        lease.lease(),
                        lease.worker(),
                        lease.session(),
                        lease.first(),
                        lease.count(),
                        lease.stride(),
                        lease.grantedNs(),
                        lease.state()));
    }

    public static void update(Database database, PhaseEnd end) {
        PhaseAt at = end.at();
        database.update(
                "UPDATE phase SET finished = 1, state = ?, planned = ?, executed_again = ?"
                        + " WHERE run_id = ? AND step = ? AND trial = ? AND phase = ?",
                end.state(),
                end.planned(),
                end.executedAgain(),
                at.runId(),
                at.step(),
                at.trial(),
                at.phase());
        for (int stream = 0; stream < end.plannedByStream().size(); stream++) {
            database.update(
                    "UPDATE stream SET planned = ? WHERE run_id = ? AND step = ? AND trial = ? AND phase = ?"
                            + " AND stream = ?",
                    end.plannedByStream().get(stream),
                    at.runId(),
                    at.step(),
                    at.trial(),
                    at.phase(),
                    stream);
        }
    }

    public static void coverage(Database database, PhaseAt at, String kind, Iterable<IndexRange> ranges) {
        for (IndexRange range : ranges) {
            database.update(
                    "INSERT OR REPLACE INTO coverage(run_id, step, trial, phase, kind, first, count, stride)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    RowKeys.with(at, kind, range.first(), range.count(), range.stride()));
        }
    }
}
