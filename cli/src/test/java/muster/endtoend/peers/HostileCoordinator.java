package muster.endtoend.peers;

import java.util.List;
import java.util.stream.Stream;
import muster.protocol.Cancelled;
import muster.protocol.Envelope;
import muster.protocol.Finished;
import muster.protocol.Frame;
import muster.protocol.MalformedFrame;
import muster.protocol.Progress;
import muster.protocol.Refused;
import muster.protocol.Status;
import muster.protocol.Submitted;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** Answers commands with hostile text in every field. */
final class HostileCoordinator implements AutoCloseable {
    private static final long RUN = 1;

    private final HostileText hostile;
    private final ZContext context = new ZContext();
    private final ZMQ.Socket router = context.createSocket(SocketType.ROUTER);
    private final Thread thread;
    private volatile boolean refusing;
    private volatile boolean closing;

    HostileCoordinator(HostileText hostile) {
        this.hostile = hostile;
        router.setReceiveTimeOut(100);
        router.bind("tcp://127.0.0.1:*");
        thread = Thread.ofPlatform().daemon(true).start(this::serve);
    }

    String address() {
        return router.getLastEndpoint();
    }

    /** From now on no run is taken. */
    void refuse() {
        refusing = true;
    }

    private void serve() {
        while (!closing) {
            byte[] identity = router.recv();
            if (identity != null) {
                byte[] frame = router.recv();
                answers(frame).forEach(answer -> {
                    router.send(identity, ZMQ.SNDMORE);
                    router.send(Frame.encode(answer.build()));
                });
            }
        }
    }

    private List<Envelope.Builder> answers(byte[] frame) {
        Envelope asked;
        try {
            asked = Frame.decode(frame);
        } catch (MalformedFrame e) {
            throw new AssertionError(e);
        }
        return switch (asked.getBodyCase()) {
            case STATUS_REQUEST -> List.of(message().setStatus(hostile.fill(Status.getDefaultInstance())));
            case SUBMIT -> List.of(message().setSubmitted(submitted()));
            case FOLLOW ->
                Stream.of(
                                message().setProgress(progress("Progress.line")),
                                message().setProgress(progress("")),
                                message().setFinished(finished()))
                        .toList();
            case CANCEL -> List.of(message().setCancelled(hostile.fill(Cancelled.getDefaultInstance())));
            default -> List.of(message().setRefused(hostile.fill(Refused.getDefaultInstance())));
        };
    }

    private static Envelope.Builder message() {
        return Envelope.newBuilder();
    }

    private Submitted submitted() {
        Submitted all = hostile.fill(Submitted.getDefaultInstance());
        return refusing ? all : Submitted.newBuilder().setRunId(RUN).build();
    }

    /** A line stands in the place of figures. */
    private Progress progress(String line) {
        Progress.Builder all = hostile.fill(Progress.getDefaultInstance()).toBuilder().setRunId(RUN);
        return (line.isEmpty() ? all.clearLine() : all).build();
    }

    private Finished finished() {
        return hostile.fill(Finished.getDefaultInstance()).toBuilder()
                .setRunId(RUN)
                .setState("complete")
                .build();
    }

    @Override
    public void close() {
        closing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        context.close();
    }
}
