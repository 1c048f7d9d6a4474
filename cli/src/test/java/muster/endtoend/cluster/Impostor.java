package muster.endtoend.cluster;

import com.google.protobuf.ByteString;
import java.util.Map;
import java.util.function.Consumer;
import muster.protocol.Coverage;
import muster.protocol.Credit;
import muster.protocol.Envelope;
import muster.protocol.Envelope.BodyCase;
import muster.protocol.Frame;
import muster.protocol.Heartbeat;
import muster.protocol.Hello;
import muster.protocol.Lease;
import muster.protocol.MalformedFrame;
import muster.protocol.Ready;
import muster.protocol.Series;
import muster.protocol.Snapshot;
import muster.protocol.Task;
import muster.protocol.TaskResult;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** Joins as a worker does, and then lies. One thread uses it. */
final class Impostor implements AutoCloseable {
    private static final long BEAT_NS = 500_000_000;
    private static final long PATIENCE_NS = 60_000_000_000L;

    private final ZContext context = new ZContext();
    private final ZMQ.Socket dealer;
    private Envelope welcome = Envelope.getDefaultInstance();
    private long beatNs = System.nanoTime();
    long assignment;

    Impostor(String address, String name) {
        dealer = context.createSocket(SocketType.DEALER);
        dealer.setReceiveTimeOut(100);
        dealer.setLinger(0);
        dealer.connect(address);
        dealer.send(Frame.encode(Envelope.newBuilder()
                .setHello(
                        Hello.newBuilder().setName(name).setNonce(1).setCores(1).addTargets("noop"))
                .build()));
        welcome = await(BodyCase.WELCOME);
    }

    void send(Consumer<Envelope.Builder> body) {
        Envelope.Builder envelope =
                Envelope.newBuilder().setEpoch(welcome.getEpoch()).setSession(welcome.getSession());
        body.accept(envelope);
        dealer.send(Frame.encode(envelope.build()));
    }

    /** Waits for it, and stays alive meanwhile. */
    Envelope await(BodyCase wanted) {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (System.nanoTime() < endNs) {
            Envelope envelope = receive();
            if (envelope.hasPrepare()) {
                assignment = envelope.getPrepare().getAssignment();
            }
            if (envelope.hasTask()) {
                send(message -> message.setTaskResult(result(envelope.getTask())));
            }
            if (envelope.getBodyCase() == wanted) {
                return envelope;
            }
            if (welcome.hasWelcome() && System.nanoTime() - beatNs > BEAT_NS) {
                beatNs = System.nanoTime();
                send(message -> message.setHeartbeat(Heartbeat.newBuilder().setSeq(1)));
            }
        }
        throw new AssertionError("no " + wanted);
    }

    /** As of an empty database. */
    private static TaskResult result(Task task) {
        return TaskResult.newBuilder()
                .setTask(task.getTask())
                .putAllFacts(Map.of("address", "x", "database", "x", "vertices", "0", "edges", "0"))
                .build();
    }

    private Envelope receive() {
        byte[] frame = dealer.recv();
        try {
            return frame == null ? Envelope.getDefaultInstance() : Frame.decode(frame);
        } catch (MalformedFrame e) {
            throw new AssertionError(e);
        }
    }

    /** Takes part in a phase, up to its first lease. */
    Lease takePart() {
        await(BodyCase.PREPARE);
        send(message ->
                message.setCredit(Credit.newBuilder().setAssignment(assignment).setTotal(1)));
        Lease lease = await(BodyCase.LEASE).getLease();
        send(message -> message.setReady(Ready.newBuilder().setAssignment(assignment)));
        return lease;
    }

    /** One operation of a lease, as service and response. */
    Snapshot.Builder claim(long lease, ByteString histogram) {
        Snapshot.Builder snapshot = Snapshot.newBuilder()
                .setAssignment(assignment)
                .setSeq(1)
                .setStartNs(1)
                .setEndNs(2)
                .addCoverage(Coverage.newBuilder().setLease(lease).addRuns(0).addRuns(1));
        for (String timing : new String[] {"service", "response"}) {
            snapshot.addSeries(Series.newBuilder()
                    .setOperation("noop")
                    .setTiming(timing)
                    .setOutcome("ok")
                    .setSamples(1)
                    .setHistogram(histogram));
        }
        return snapshot;
    }

    @Override
    public void close() {
        context.close();
    }
}
