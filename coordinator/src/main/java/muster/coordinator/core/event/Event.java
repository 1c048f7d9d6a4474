package muster.coordinator.core.event;

import java.util.List;
import java.util.Set;
import muster.model.PhaseAt;
import muster.model.SnapshotKey;
import muster.protocol.Envelope;
import muster.protocol.RunResult;

/** Everything that can happen to the coordinator. */
public sealed interface Event {
    /** A message arrived; its frame was well-formed. */
    record Received(Peer peer, Envelope envelope) implements Event {}

    /** A frame arrived that is no message, or would be far larger in memory than any honest one; the reason names the field. */
    record Malformed(Peer peer, String reason) implements Event {}

    /** Time has passed: several times a second. */
    record Tick() implements Event {}

    /** Nothing has happened: the coordinator runs, although its next tick is not due yet. */
    record Awake() implements Event {}

    /** So many worker processes, which the process of this coordinator has started, are alive: they may still connect. */
    record WorkersAlive(int processes) implements Event {}

    /** A submitted plan was read and is right. */
    record ScriptRead(Peer client, Submission submission, RunScript script) implements Event {}

    /** A submitted plan is wrong; the reason is one line. */
    record ScriptRefused(Peer client, long request, String reason) implements Event {}

    /** The server of a plan answers queries, or does not; {@code failure} is "" if it does. */
    record ServerAnswered(ServerTask task, String failure) implements Event {}

    /** A crash of the server of a plan is over; {@code failure} is "" if it answers queries again. */
    record ServerCrashed(CrashTask task, CrashTask.Times times, String failure) implements Event {}

    /** A process of the server that was observed during this phase has ended; the name is for people. */
    record ServerProcessEnded(PhaseAt at, String name) implements Event {}

    record RunBegun(long request, long runId) implements Event {}

    /** The store has made the index mark durable: grants up to it may be given. */
    record Reserved(PhaseAt at, long mark) implements Event {}

    /** What is set of the phase is durable: {@code startNs} is its start, 0 if that is not set yet. */
    record PhaseWritten(PhaseAt at, long startNs) implements Event {}

    /** It is durable that the session serves the phase: a coordinator that comes now would wait for it. */
    record Enrolled(PhaseAt at, long session) implements Event {}

    /** It is durable that one more session serves the phase no longer. */
    record Departed(PhaseAt at) implements Event {}

    /** These snapshots are durable. */
    record Committed(List<SnapshotKey> keys) implements Event {}

    /** A snapshot whose histograms do not hold what it claims. */
    record SnapshotRefused(SnapshotKey key, String reason) implements Event {}

    /** The figures of one second of a phase, from what workers have reported of it. */
    record SecondRead(PhaseAt at, long unixSecond, PhaseFigures figures) implements Event {}

    /** The store has closed the phase: these are its figures. */
    record PhaseClosed(PhaseAt at, PhaseFigures figures) implements Event {}

    record RunClosed(long runId, RunResult result) implements Event {}

    /**
     * The first event of a coordinator whose store holds runs that another incarnation did not end.
     *
     * @param epochs those of earlier incarnations with this store, all of them
     */
    record Interrupted(Set<Long> epochs, List<InterruptedRun> runs) implements Event {}

    /** The store cannot write at present, and tries again; nothing is lost. */
    record StoreFull(String reason) implements Event {}

    /** The store writes again. */
    record StoreWrites() implements Event {}

    /** The store cannot write any more. */
    record StoreFailed(String reason) implements Event {}
}
