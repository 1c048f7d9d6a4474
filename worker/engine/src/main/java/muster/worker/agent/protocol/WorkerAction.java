package muster.worker.agent.protocol;

import muster.protocol.Envelope;
import muster.protocol.FileChunk;
import muster.protocol.Lease;
import muster.protocol.Prepare;
import muster.protocol.Start;
import muster.protocol.Task;

/** Everything that a worker's protocol wants done. */
public sealed interface WorkerAction {
    record Send(Envelope envelope) implements WorkerAction {}

    /** Connect an engine; answered by Prepared or PrepareFailed. */
    record PrepareEngine(Prepare prepare, long offsetNs) implements WorkerAction {}

    record Offer(Lease lease) implements WorkerAction {}

    record StartEngine(Start start) implements WorkerAction {}

    /** Answered by ShareTaken. */
    record SetClients(long assignment, int stream, long serial, int clients) implements WorkerAction {}

    /** Answered by Unstarted, then Drained. */
    record DrainEngine(long assignment) implements WorkerAction {}

    /** Throw the engine away; answered by Recorded with what it did not report yet, if {@code telling}. */
    record CloseEngine(long assignment, boolean telling) implements WorkerAction {}

    /** Answered by TaskDone. */
    record RunTask(Task task) implements WorkerAction {}

    /** A chunk of a data file arrived. */
    record TakeChunk(FileChunk chunk) implements WorkerAction {}

    /** The coordinator lists or aborts operations in flight; answered by Request, soon or after some seconds. */
    record AnswerOperations(Envelope message) implements WorkerAction {}

    record Log(String line) implements WorkerAction {}

    /** The worker is done; {@code failure} is empty if it was asked to go. */
    record Exit(String failure) implements WorkerAction {}
}
