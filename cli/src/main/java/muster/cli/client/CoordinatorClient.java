package muster.cli.client;

import java.util.function.Supplier;
import muster.cli.terminal.Failure;
import muster.coordinator.server.FileDepot;
import muster.coordinator.server.PeerText;
import muster.protocol.Cancel;
import muster.protocol.Envelope;
import muster.protocol.Finished;
import muster.protocol.Follow;
import muster.protocol.Frame;
import muster.protocol.MalformedFrame;
import muster.protocol.Progress;
import muster.protocol.Status;
import muster.protocol.StatusRequest;
import muster.protocol.Submit;
import muster.protocol.keys.PeerKeys;
import muster.protocol.zeromq.FrameBounds;
import muster.protocol.zeromq.SignalOrder;
import muster.worker.agent.ReachabilityCheck;
import org.jspecify.annotations.Nullable;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/** A command's connection to a coordinator. Used by one thread, except for {@link #cancelSoon}. */
public final class CoordinatorClient implements AutoCloseable {
    private static final int ANSWER_MS = 5_000;
    private static final int SUBMIT_MS = 120_000;
    private static final int POLL_MS = 200;
    private static final long ASK_NS = 2_000_000_000L;
    /** Enough to start a coordinator again on a busy machine. */
    private static final long PATIENCE_NS = 60_000_000_000L;
    /** Of one whose port is open: its process is there, and stopped or without a core. */
    private static final long STOPPED_NS = 600_000_000_000L;

    private static final int BUSY_MS = 15_000;
    /** Of one who wants to leave. */
    private static final long LEAVING_NS = 15_000_000_000L;

    private final ZContext context = new ZContext();
    private final ZMQ.Socket dealer;
    private final String address;
    private final @Nullable PeerKeys keys;
    private final @Nullable Supplier<String> ended;
    private Follower follower = progress -> {};
    private @Nullable FileDepot files;
    private volatile boolean cancel;
    private volatile boolean abort;
    private boolean cancelSent;
    private boolean abortSent;
    private long heardNs;
    private long askedNs;
    private long lookedNs;

    /**
     * Prepares a connection to a coordinator.
     *
     * @param keys null for a coordinator without
     */
    public CoordinatorClient(String address, @Nullable PeerKeys keys) {
        this(address, keys, null);
    }

    /**
     * A client of a coordinator that this process runs itself: it is waited for as long as it lives.
     *
     * @param ended why it ended, or "" while it lives; null for a coordinator elsewhere, whose silence must end a wait
     */
    public CoordinatorClient(String address, @Nullable PeerKeys keys, @Nullable Supplier<String> ended) {
        this.address = address;
        this.keys = keys;
        this.ended = ended;
        context.setLinger(0);
        dealer = context.createSocket(SocketType.DEALER);
        FrameBounds.apply(dealer, () -> {});
        SignalOrder.apply(dealer);
        dealer.setReceiveTimeOut(POLL_MS);
        if (keys != null) {
            keys.applyTo(dealer);
        }
        try {
            dealer.connect(address);
        } catch (IllegalArgumentException | ZMQException e) {
            context.close();
            throw Failure.badInput("--coordinator " + address + ": not an address; expected tcp://HOST:PORT");
        }
    }

    /** What {@link #follow} tells about. */
    public interface Follower {
        void progress(Progress progress);
    }

    /** Submits a plan, with those of its data files that the coordinator lacks; returns the number of the run. */
    public long submit(Submit submit, FileDepot files, Follower told) {
        this.files = files;
        follower = told;
        // Checking a large plan may take minutes; that nobody is there must not.
        status();
        send(Envelope.newBuilder().setSubmit(submit));
        Envelope answer = await(Envelope.BodyCase.SUBMITTED, SUBMIT_MS);
        if (!answer.getSubmitted().getFailure().isEmpty()) {
            throw Failure.badInput(answer.getSubmitted().getFailure());
        }
        return answer.getSubmitted().getRunId();
    }

    /** Waits until the run is over, or the coordinator is gone or has forgotten it. */
    public Finished follow(long runId, Follower follower) {
        send(Envelope.newBuilder().setFollow(Follow.newBuilder().setRunId(runId)));
        heardNs = System.nanoTime();
        askedNs = heardNs;
        while (true) {
            Envelope envelope = receive();
            watch(runId, envelope, follower);
            passOn(runId);
            if (envelope != null
                    && envelope.hasFinished()
                    && envelope.getFinished().getRunId() == runId) {
                return envelope.getFinished();
            }
            if (envelope != null && envelope.hasProgress()) {
                follower.progress(envelope.getProgress());
            }
        }
    }

    /** Asks when nothing was heard for a while: a connection that broke must be made known to the coordinator again. */
    private void watch(long runId, @Nullable Envelope envelope, Follower follower) {
        boolean lives = lives();
        long nowNs = System.nanoTime();
        heardNs = envelope == null ? heardNs : nowNs;
        long leftNs = (cancelSent ? LEAVING_NS : PATIENCE_NS) - (nowNs - heardNs);
        if (leftNs < 0 && !lives && !isThere(nowNs)) {
            throw Failure.fault("the coordinator at " + address + " was silent for " + (nowNs - heardNs) / 1_000_000_000
                    + " s; what run " + runId + " has measured is in its store");
        }
        if (nowNs - Math.max(heardNs, askedNs) > ASK_NS) {
            askedNs = nowNs;
            send(Envelope.newBuilder().setFollow(Follow.newBuilder().setRunId(runId)));
            send(Envelope.newBuilder().setStatusRequest(StatusRequest.getDefaultInstance()));
            if (nowNs - heardNs > 2 * ASK_NS) {
                follower.progress(waiting(runId, nowNs - heardNs, leftNs));
            }
        }
        if (envelope != null && envelope.hasStatus() && !knows(envelope.getStatus(), runId)) {
            throw Failure.fault("the coordinator at " + address + " was restarted and does not know run " + runId
                    + " any more; what it has measured is in its store");
        }
    }

    /** Whether its port is open still, looked at now and then; a silence of minutes is too long even then. */
    private boolean isThere(long nowNs) {
        if (nowNs - lookedNs < ASK_NS) {
            return true;
        }
        lookedNs = nowNs;
        return !cancelSent && nowNs - heardNs < STOPPED_NS && listens();
    }

    private boolean listens() {
        return ReachabilityCheck.of(address, keys != null).listens();
    }

    private Progress waiting(long runId, long silentNs, long leftNs) {
        String silence = ended == null
                ? "which does not answer: %d s left".formatted(Math.max(0, leftNs / 1_000_000_000))
                : "which runs in this process and has not answered for %d s".formatted(silentNs / 1_000_000_000);
        return Progress.newBuilder()
                .setRunId(runId)
                .setLine("waiting for the coordinator at %s, %s".formatted(address, silence))
                .build();
    }

    /** Whether the coordinator is one of ours and has not ended. Throws if it was one and has. */
    private boolean lives() {
        String reason = ended == null ? "" : ended.get();
        if (!reason.isEmpty()) {
            throw Failure.fault(reason);
        }
        return ended != null;
    }

    /** A run that is over would have been answered with Finished before. */
    private static boolean knows(Status status, long runId) {
        return status.getRunsList().stream().anyMatch(run -> run.getRunId() == runId);
    }

    private void passOn(long runId) {
        if (cancel && !cancelSent) {
            cancelSent = true;
            cancel(runId, false);
        }
        if (abort && !abortSent) {
            abortSent = true;
            cancel(runId, true);
        }
    }

    private void cancel(long runId, boolean now) {
        send(Envelope.newBuilder().setCancel(Cancel.newBuilder().setRunId(runId).setNow(now)));
    }

    /** Makes {@link #follow} cancel the run; the second time at once. Any thread. */
    public void cancelSoon() {
        abort = cancel;
        cancel = true;
    }

    /** Ends a run; returns why it could not, or "". */
    String end(long runId, boolean now) {
        cancel(runId, now);
        return await(Envelope.BodyCase.CANCELLED, ANSWER_MS).getCancelled().getFailure();
    }

    public Status status() {
        Envelope.Builder question = Envelope.newBuilder().setStatusRequest(StatusRequest.getDefaultInstance());
        return ask(question, Envelope.BodyCase.STATUS, ANSWER_MS).getStatus();
    }

    /** Sends a question and waits for an answer of this kind. */
    Envelope ask(Envelope.Builder question, Envelope.BodyCase wanted, int timeoutMs) {
        send(question);
        return await(wanted, timeoutMs);
    }

    private void send(Envelope.Builder envelope) {
        dealer.send(Frame.encode(envelope.build()), ZMQ.DONTWAIT);
    }

    /** Where something listens it may be busy, and is given more time. */
    private Envelope await(Envelope.BodyCase wanted, int leastMs) {
        Envelope answer = awaited(wanted, leastMs);
        int timeoutMs = Math.max(BUSY_MS, leastMs);
        if (answer == null && leastMs < BUSY_MS && listens()) {
            answer = awaited(wanted, timeoutMs - leastMs);
        } else {
            timeoutMs = leastMs;
        }
        if (answer == null) {
            throw Failure.fault("no answer from a coordinator at " + address + " within " + timeoutMs / 1_000
                    + " s; is one running there (./muster coordinator)" + doubt());
        }
        return answer;
    }

    private @Nullable Envelope awaited(Envelope.BodyCase wanted, int timeoutMs) {
        long startNs = System.nanoTime();
        long endNs = startNs + timeoutMs * 1_000_000L;
        long saidNs = startNs;
        while (lives() || System.nanoTime() < endNs) {
            Envelope envelope = receive();
            if (System.nanoTime() - saidNs > ASK_NS) {
                saidNs = System.nanoTime();
                follower.progress(waiting(0, saidNs - startNs, endNs - saidNs));
            }
            if (envelope != null && envelope.hasRefused()) {
                throw Failure.fault(envelope.getRefused().getReason());
            }
            if (envelope != null && envelope.hasFileRequest() && files != null) {
                send(Envelope.newBuilder().setFileChunk(files.read(envelope.getFileRequest())));
                endNs = System.nanoTime() + timeoutMs * 1_000_000L;
            }
            if (envelope != null && envelope.getBodyCase() == wanted) {
                return envelope;
            }
        }
        return null;
    }

    /** ZeroMQ tells a peer nothing of why it is not let in. */
    private String doubt() {
        return keys == null
                ? ", and without keys (if not, name yours with --keys)?"
                : ", with the key of this cluster.pub, and does it list clients/" + keys.name() + ".pub?";
    }

    private @Nullable Envelope receive() {
        byte[] frame = dealer.recv();
        try {
            return frame == null ? null : PeerText.ofCoordinator(Frame.decode(frame));
        } catch (MalformedFrame e) {
            throw Failure.fault(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
