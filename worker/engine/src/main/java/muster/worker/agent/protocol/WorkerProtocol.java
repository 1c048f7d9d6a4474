package muster.worker.agent.protocol;

import java.util.List;
import muster.protocol.Envelope;
import muster.protocol.Hello;
import org.jspecify.annotations.Nullable;

/**
 * The worker's side of the protocol: (state, event, now) -> (state, actions). It reads no clock and touches neither
 * socket nor engine, so that a simulator can run it together with the coordinator's. One thread uses it.
 */
public final class WorkerProtocol {
    public static final String REFUSED = "refused: ";

    private final WorkerOutput output = new WorkerOutput();
    private final CurrentAssignment assignment = new CurrentAssignment(output);
    private final CoordinatorSession session;

    /** Where nonces come from: seeded in a simulation. */
    @FunctionalInterface
    public interface NonceSource {
        long next();
    }

    public WorkerProtocol(Hello hello, NonceSource nonces) {
        this.session = new CoordinatorSession(hello, nonces, output, assignment);
    }

    /** One step; {@code nowNs} is this worker's monotonic clock. */
    public List<WorkerAction> on(WorkerEvent event, long nowNs) {
        switch (event) {
            case WorkerEvent.Received received -> received(received.envelope(), nowNs);
            case WorkerEvent.Tick tick -> session.tick(tick.resources(), nowNs);
            case WorkerEvent.OfEngine ofEngine -> assignment.on(ofEngine);
            case WorkerEvent.TaskDone done -> output.send(Envelope.newBuilder().setTaskResult(done.result()));
            case WorkerEvent.Request request -> output.sendUnreliable(request.request());
            case WorkerEvent.Leave leave -> session.leave(leave.reason());
        }
        return output.take();
    }

    private void received(Envelope envelope, long nowNs) {
        if (session.receive(envelope, nowNs)) {
            accepted(envelope, nowNs);
        }
    }

    private void accepted(Envelope envelope, long nowNs) {
        switch (envelope.getBodyCase()) {
            case HEARTBEAT_ACK -> session.heartbeatAcknowledged(envelope.getHeartbeatAck(), nowNs);
            case PREPARE -> {
                assignment.prepare(envelope.getPrepare());
                session.prepareIfClockKnown();
            }
            case TASK -> output.act(new WorkerAction.RunTask(envelope.getTask()));
            case FILE_CHUNK -> output.act(new WorkerAction.TakeChunk(envelope.getFileChunk()));
            case LIST_OPERATIONS, ABORT_OPERATIONS -> output.act(new WorkerAction.AnswerOperations(envelope));
            case LEAVE -> {
                assignment.drop();
                output.act(new WorkerAction.Exit(""));
            }
            default -> assignment.receive(envelope);
        }
    }

    /** Why this worker is not in its cluster, in one line; "" if it is. */
    public String trouble() {
        return session.trouble();
    }

    /** Of this process's monotonic clock to the coordinator's; null without a session, and while it is not known. */
    public @Nullable ClockOffset clock() {
        return session.clock();
    }

    /** After how many nanoseconds a tick is needed again. */
    public long tickNs() {
        return session.tickNs();
    }
}
