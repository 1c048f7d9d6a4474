package muster.coordinator.core.event;

import java.util.List;
import muster.model.CheckRow;
import muster.model.CrashRow;
import muster.model.IndexRange;
import muster.model.LeaseRow;
import muster.model.LostWriteRow;
import muster.model.PhaseAt;
import muster.model.PhaseEnd;
import muster.model.PhaseRow;
import muster.model.ProfileRow;
import muster.model.ResourceRow;
import muster.model.RunEnd;
import muster.model.RunRow;
import muster.model.ServerStartRow;
import muster.model.SnapshotKey;
import muster.model.SnapshotReport;
import muster.model.StepRow;
import muster.model.TurnCpuRow;
import muster.model.WorkerRow;
import muster.protocol.Envelope;
import muster.protocol.Progress;
import muster.protocol.ResourceSample;
import muster.protocol.Status;
import muster.protocol.Submit;
import muster.workloads.plan.Plan.Section;
import org.jspecify.annotations.Nullable;

/** Everything that the coordinator wants done; the shell around it does it in this order. */
public sealed interface Action {
    /** May fail silently: a peer that does not get it is fenced in time. */
    record Send(Peer peer, Envelope envelope) implements Action {}

    /** Read and check a plan; answered by {@link Event.ScriptRead} or {@link Event.ScriptRefused}. */
    record ReadPlan(Peer client, Submit submit) implements Action {}

    /** Progress of a phase to those who follow; the shell adds the figures so far. */
    record Report(List<Peer> followers, PhaseAt at, Progress progress) implements Action {}

    /** The answer to who asks what goes on; the shell adds the figures so far of the phase, if one is running. */
    record Answer(Peer peer, Status status, @Nullable PhaseAt at) implements Action {}

    /** Start the server of a plan; answered by {@link Event.ServerAnswered}. */
    record StartServer(ServerTask task) implements Action {}

    /** Crash the server of a plan and start it again; answered by {@link Event.ServerCrashed}. */
    record CrashServer(CrashTask task) implements Action {}

    /** An observer has read what a server uses: if a phase is running, it is part of its record. */
    record Observe(String observer, String host, ResourceSample sample) implements Action {}

    /** A line for the people who watch the coordinator. */
    record Log(String line) implements Action {}

    /** What the store does, one after another. */
    sealed interface Write extends Action {}

    /** The incarnation {@code epoch} goes on with a run of an earlier one. */
    record ResumeRun(long runId, long epoch) implements Write {}

    /**
     * No worker came back that served the run. It stays interrupted, in later incarnations too: whoever followed it has
     * been told so, and another run may use its database by then.
     */
    record GiveUp(long runId) implements Write {}

    /**
     * A session that served a phase did not come back; answered by {@link Event.Departed}.
     *
     * @param lost what it may have held
     */
    record LeftBehind(PhaseAt at, long session, long leftNs, String reason, List<IndexRange> lost) implements Write {}

    /** An attempt is given up: another one takes its place. */
    record Abandon(long runId, int step, int trial) implements Write {}

    /** Answered by {@link Event.RunBegun}. */
    record BeginRun(long request, RunRow row, List<StepRow> steps) implements Write {}

    /**
     * Answered by {@link Event.PhaseWritten}.
     *
     * @param target as the plan has it
     */
    record WritePhase(PhaseRow row, Section target) implements Write {}

    /** Answered by {@link Event.Enrolled}, or by {@link Event.Departed} if the worker has left. */
    record WriteWorker(WorkerRow row) implements Write {}

    record WriteResources(ResourceRow row) implements Write {}

    record WriteServerStart(ServerStartRow row) implements Write {}

    record WriteCrash(CrashRow row, List<LostWriteRow> lost) implements Write {}

    record WriteProfile(ProfileRow row) implements Write {}

    /** What the server used in the turns of a phase that has ended. */
    record WriteTurnCpu(List<TurnCpuRow> rows) implements Write {}

    /** Answered by {@link Event.Reserved}. */
    record Reserve(PhaseAt at, long mark) implements Write {}

    /** Answered by {@link Event.Committed} or {@link Event.SnapshotRefused}. */
    record Commit(SnapshotReport report, List<LeaseRow> leases) implements Write {
        public SnapshotKey key() {
            return report.key();
        }
    }

    /** What was reported of one second of the coordinator's clock; answered by {@link Event.SecondRead}. */
    record ReadSecond(PhaseAt at, long unixSecond) implements Write {}

    /** Answered by {@link Event.PhaseClosed}. */
    record ClosePhase(PhaseEnd end, MeasuredTime time) implements Write {}

    /** All or none of them are durable. */
    record WriteChecks(List<CheckRow> rows) implements Write {}

    /** Answered by {@link Event.RunClosed}. */
    record CloseRun(RunEnd end) implements Write {}
}
