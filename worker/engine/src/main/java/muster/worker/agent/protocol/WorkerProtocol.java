package muster.worker.agent.protocol;

import java.util.List;
import java.util.function.Consumer;
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
            case WorkerEvent.OfEngine ofEngine -> reported(ofEngine);
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
            default -> assigned(envelope);
        }
    }

    /** A message about an assignment. */
    private void assigned(Envelope message) {
        switch (message.getBodyCase()) {
            case LEASE -> with(message.getLease().getAssignment(), mine -> mine.lease(message.getLease()));
            case START -> with(message.getStart().getAssignment(), mine -> mine.start(message.getStart()));
            case SET_CONCURRENCY ->
                with(message.getSetConcurrency().getAssignment(), mine -> mine.share(message.getSetConcurrency()));
            case ACKNOWLEDGE ->
                with(message.getAcknowledge().getAssignment(), mine -> mine.acknowledged(message.getAcknowledge()));
            case DRAIN -> with(message.getDrain().getAssignment(), AssignmentMachine::drain);
            case ABORT -> with(message.getAbort().getAssignment(), AssignmentMachine::abort);
            default -> output.log("ignoring unexpected message " + message.getBodyCase());
        }
    }

    /** What the engine of an assignment reports. */
    private void reported(WorkerEvent.OfEngine event) {
        switch (event) {
            case WorkerEvent.Prepared it -> with(it.assignment(), mine -> mine.prepared(it.target(), it.resources()));
            case WorkerEvent.PrepareFailed it -> with(it.assignment(), mine -> mine.failed(it.kind(), it.message()));
            case WorkerEvent.Broken it -> with(it.assignment(), mine -> mine.failed("fault", it.message()));
            case WorkerEvent.Wanted it ->
                with(it.assignment(), mine -> mine.wanted(it.stream(), it.total(), it.ratePerS()));
            case WorkerEvent.Recorded it -> recorded(it);
            case WorkerEvent.Unstarted it -> with(it.assignment(), mine -> mine.unstarted(it.unstarted()));
            case WorkerEvent.ShareTaken it -> with(it.assignment(), mine -> mine.shareTaken(it.stream(), it.serial()));
            case WorkerEvent.Drained it -> with(it.assignment(), AssignmentMachine::drained);
        }
    }

    private void recorded(WorkerEvent.Recorded event) {
        AssignmentMachine mine = assignment.find(event.assignment());
        if (mine != null) {
            mine.recorded(event.snapshot());
        } else {
            assignment.recordedLate(event);
        }
    }

    /** What concerns another assignment comes too late, and changes nothing. */
    private void with(long number, Consumer<AssignmentMachine> step) {
        AssignmentMachine mine = assignment.find(number);
        if (mine != null) {
            step.accept(mine);
            assignment.forgetIfOver();
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
