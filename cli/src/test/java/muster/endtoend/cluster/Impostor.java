package muster.endtoend.cluster;

import com.google.protobuf.ByteString;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
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
public final class Impostor implements AutoCloseable {
    /** A histogram with one value of 1,000 ns. */
    public static final ByteString ONE_SAMPLE = ByteString.copyFrom(
            Base64.getDecoder().decode("HISTFAAAACN4nJNpmSzMwMDAzAABMJoRyHQz2LGAwf4DROA8PxMAXhMFLg=="));

    /** No other impostor of a test has this nonce. */
    private static final long AGAIN = 1_000;

    private static final long BEAT_NS = 500_000_000;
    private static final long PATIENCE_NS = 240_000_000_000L;

    private final ZContext context = new ZContext();
    private final ZMQ.Socket dealer;
    private Envelope welcome = Envelope.getDefaultInstance();
    private Hello hello;
    private long beatNs = System.nanoTime();
    private UnaryOperator<TaskResult> lie = UnaryOperator.identity();
    private boolean answersTasks = true;
    long assignment;

    public Impostor(String address, String name) {
        this(
                address,
                Hello.newBuilder()
                        .setName(name)
                        .setNonce(1)
                        .setCores(1)
                        .addTargets("noop")
                        .build());
    }

    public Impostor(String address, Hello hello) {
        dealer = context.createSocket(SocketType.DEALER);
        dealer.setReceiveTimeOut(100);
        dealer.setLinger(0);
        dealer.connect(address);
        dealer.send(Frame.encode(Envelope.newBuilder().setHello(hello).build()));
        this.hello = hello;
        welcome = await(BodyCase.WELCOME);
    }

    /** Sends what no builder makes. */
    public void sendFrame(byte[] frame) {
        dealer.send(frame);
    }

    /** It takes tasks from now on, and says nothing of them. */
    public void ignoreTasks() {
        answersTasks = false;
    }

    /** What it makes of the results of tasks from now on. */
    public void lie(UnaryOperator<TaskResult> ofTasks) {
        lie = ofTasks;
    }

    public long assignment() {
        return assignment;
    }

    public void send(Consumer<Envelope.Builder> body) {
        Envelope.Builder envelope =
                Envelope.newBuilder().setEpoch(welcome.getEpoch()).setSession(welcome.getSession());
        body.accept(envelope);
        dealer.send(Frame.encode(envelope.build()));
    }

    /** Waits for it, and stays alive meanwhile. */
    public Envelope await(BodyCase wanted) {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (System.nanoTime() < endNs) {
            Envelope envelope = live();
            if (envelope.getBodyCase() == wanted) {
                return envelope;
            }
        }
        throw new AssertionError("no " + wanted);
    }

    /** Stays alive until something else is done. */
    public <T> T await(CompletableFuture<T> other) {
        long endNs = System.nanoTime() + PATIENCE_NS;
        while (!other.isDone() && System.nanoTime() < endNs) {
            live();
        }
        return other.orTimeout(1, TimeUnit.SECONDS).join();
    }

    /** Does for at most 100 ms what a worker does meanwhile, and returns what came, if anything did. */
    private Envelope live() {
        Envelope envelope = receive();
        if (envelope.hasPrepare()) {
            assignment = envelope.getPrepare().getAssignment();
        }
        if (envelope.hasWelcome()) {
            welcome = envelope;
        }
        if (envelope.hasRefused() && envelope.getRefused().getHelloAgain()) {
            hello = hello.toBuilder().setNonce(hello.getNonce() + AGAIN).build();
            dealer.send(Frame.encode(Envelope.newBuilder().setHello(hello).build()));
        }
        if (envelope.hasTask() && answersTasks) {
            send(message -> message.setTaskResult(lie.apply(result(envelope.getTask()))));
        }
        if (welcome.hasWelcome() && System.nanoTime() - beatNs > BEAT_NS) {
            beatNs = System.nanoTime();
            send(message -> message.setHeartbeat(Heartbeat.newBuilder().setSeq(1)));
        }
        return envelope;
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
    public Lease takePart() {
        await(BodyCase.PREPARE);
        send(message ->
                message.setCredit(Credit.newBuilder().setAssignment(assignment).setTotal(1)));
        Lease lease = await(BodyCase.LEASE).getLease();
        send(message -> message.setReady(Ready.newBuilder().setAssignment(assignment)));
        return lease;
    }

    /** One operation of a lease, as service and response. */
    public Snapshot.Builder claim(long lease, ByteString histogram) {
        long nowNs = System.currentTimeMillis() * 1_000_000;
        Snapshot.Builder snapshot = Snapshot.newBuilder()
                .setAssignment(assignment)
                .setSeq(1)
                .setStartNs(nowNs)
                .setEndNs(nowNs)
                .setLastCompletionNs(nowNs)
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
