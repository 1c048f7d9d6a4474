package muster.worker.agent.protocol;

import java.util.List;
import java.util.Map;
import muster.protocol.Coverage;
import muster.protocol.Envelope;
import muster.protocol.Resources;
import muster.protocol.Snapshot;
import muster.protocol.TaskResult;

/** Everything that can happen to a worker. */
public sealed interface WorkerEvent {
    /** What an engine reports about the assignment that it was prepared for. */
    sealed interface OfEngine extends WorkerEvent {}

    /** A message of the coordinator; its frame was well-formed. */
    record Received(Envelope envelope) implements WorkerEvent {}

    /** Time has passed; with what the process has used so far. */
    record Tick(Resources resources) implements WorkerEvent {}

    /** The engine is connected. */
    record Prepared(long assignment, Map<String, String> target, Resources resources) implements OfEngine {}

    /** The engine could not be connected; {@code kind} is "plan", "target" or "fault". */
    record PrepareFailed(long assignment, String kind, String message) implements OfEngine {}

    /** The engine of a stream could hold this many leases in all, those it was offered included. */
    record Wanted(long assignment, int stream, long total, double ratePerS) implements OfEngine {}

    /** An interval was recorded; its seq and assignment are still to be filled in. */
    record Recorded(long assignment, Snapshot.Builder snapshot) implements OfEngine {}

    /** What the engine gave back, unstarted. */
    record Unstarted(long assignment, List<Coverage> unstarted) implements OfEngine {}

    /** The engine of a stream runs no more clients than it should. */
    record ShareTaken(long assignment, int stream, long serial) implements OfEngine {}

    /** The engine has handed over its last interval. */
    record Drained(long assignment) implements OfEngine {}

    /** A bug showed itself while operations ran. */
    record Broken(long assignment, String message) implements OfEngine {}

    record TaskDone(TaskResult result) implements WorkerEvent {}

    /** To be sent; may be lost, as what asks for a file, or what another one like it follows. */
    record Request(Envelope.Builder request) implements WorkerEvent {}

    /** The worker is asked to go. */
    record Leave(String reason) implements WorkerEvent {}
}
