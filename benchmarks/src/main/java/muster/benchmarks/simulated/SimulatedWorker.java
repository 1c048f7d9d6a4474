package muster.benchmarks.simulated;

import com.google.protobuf.ByteString;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import muster.protocol.Coverage;
import muster.protocol.Envelope;
import muster.protocol.Hello;
import muster.protocol.Lease;
import muster.protocol.Prepare;
import muster.protocol.Resources;
import muster.protocol.Series;
import muster.protocol.Snapshot;
import muster.protocol.Start;
import muster.protocol.TaskResult;
import muster.worker.agent.protocol.WorkerAction;
import muster.worker.agent.protocol.WorkerEvent;
import muster.worker.agent.protocol.WorkerProtocol;

/**
 * A worker with the real protocol and no engine: each second it reports that it has executed a set number of the
 * operations that its leases hold, in one snapshot of two histograms for each kind of operation.
 */
public final class SimulatedWorker {
    private static final long SECOND_NS = 1_000_000_000;
    private static final List<String> TIMINGS = List.of("service", "response");

    private final WorkerProtocol protocol;
    private final Consumer<Envelope> send;
    private final Acknowledgements acknowledgements;
    private final List<String> operations;
    private final ByteString histogram;
    private final int samples;
    private final Deque<Lease> leases = new ArrayDeque<>();
    private long taken;
    private long had;
    private long assignment;
    private long offsetNs;
    private long nextNs = Long.MAX_VALUE;
    private long endNs;

    /**
     * @param histogram what each reports, with {@code samples} samples
     * @param number tells workers apart
     */
    SimulatedWorker(
            int number,
            List<String> operations,
            ByteString histogram,
            int samples,
            Acknowledgements acknowledgements,
            Consumer<Envelope> send) {
        this.operations = operations;
        this.histogram = histogram;
        this.samples = samples;
        this.acknowledgements = acknowledgements;
        this.send = send;
        Hello hello = Hello.newBuilder()
                .setName(name(number))
                .setLanguage("java")
                .setHost("simulated")
                .setCores(1)
                .addTargets("noop")
                .build();
        protocol = new WorkerProtocol(hello, () -> number + 1);
    }

    public static String name(int number) {
        return "simulated-" + number;
    }

    void received(Envelope envelope, long nowNs) {
        if (envelope.hasAcknowledge()) {
            acknowledgements.acknowledged(this, envelope.getAcknowledge().getThrough(), nowNs);
        }
        on(new WorkerEvent.Received(envelope), nowNs);
    }

    void tick(long nowNs) {
        on(new WorkerEvent.Tick(Resources.getDefaultInstance()), nowNs);
        if (nowNs + offsetNs >= nextNs && nextNs <= endNs) {
            report(nowNs);
        }
    }

    private void on(WorkerEvent event, long nowNs) {
        for (WorkerAction action : protocol.on(event, nowNs)) {
            act(action, nowNs);
        }
    }

    private void act(WorkerAction action, long nowNs) {
        switch (action) {
            case WorkerAction.Send message -> sent(message.envelope(), nowNs);
            case WorkerAction.PrepareEngine prepare -> prepare(prepare.prepare(), prepare.offsetNs(), nowNs);
            case WorkerAction.Offer offer -> offered(offer.lease(), nowNs);
            case WorkerAction.StartEngine start -> start(start.start());
            case WorkerAction.SetClients share ->
                on(new WorkerEvent.ShareTaken(share.assignment(), 0, share.serial()), nowNs);
            case WorkerAction.DrainEngine drain -> drain(nowNs);
            case WorkerAction.RunTask task ->
                on(
                        new WorkerEvent.TaskDone(TaskResult.newBuilder()
                                .setTask(task.task().getTask())
                                .build()),
                        nowNs);
            case WorkerAction.CloseEngine close -> forget();
            case WorkerAction.AnswerOperations asked -> throw new IllegalStateException("nobody asks here");
            case WorkerAction.TakeChunk chunk -> throw new IllegalStateException("no file is sent here");
            case WorkerAction.Log line -> {
                // A thousand of them say the same.
            }
            case WorkerAction.Exit exit -> System.err.println("a simulated worker ends: " + exit.failure());
        }
    }

    private void sent(Envelope envelope, long nowNs) {
        if (envelope.hasSnapshot()) {
            acknowledgements.sent(this, envelope.getSnapshot().getSeq(), nowNs);
        }
        send.accept(envelope);
    }

    private void prepare(Prepare prepare, long clockOffsetNs, long nowNs) {
        forget();
        assignment = prepare.getAssignment();
        acknowledgements.phase(assignment);
        offsetNs = clockOffsetNs;
        wantMore(nowNs);
        on(new WorkerEvent.Prepared(assignment, Map.of(), Resources.getDefaultInstance()), nowNs);
    }

    private void start(Start start) {
        nextNs = Math.floorDiv(start.getStartNs(), SECOND_NS) * SECOND_NS + SECOND_NS;
        endNs = start.getEndNs();
    }

    /** Of the second that has just ended, as far as leases were there. */
    private void report(long nowNs) {
        long all = (long) operations.size() * samples;
        Snapshot.Builder snapshot = Snapshot.newBuilder()
                .setStartNs(nextNs - SECOND_NS)
                .setEndNs(nextNs)
                .setLastCompletionNs(nextNs - 1);
        nextNs += SECOND_NS;
        if (held() >= all) {
            cover(all, snapshot);
            operations.forEach(operation -> TIMINGS.forEach(timing -> snapshot.addSeries(series(operation, timing))));
            on(new WorkerEvent.Recorded(assignment, snapshot), nowNs);
        }
        wantMore(nowNs);
    }

    private void offered(Lease lease, long nowNs) {
        leases.add(lease);
        had++;
        wantMore(nowNs);
    }

    /** As a real engine does, it keeps leases for the near future at hand: here for two seconds. */
    private void wantMore(long nowNs) {
        if (held() < 2L * operations.size() * samples) {
            on(new WorkerEvent.Wanted(assignment, 0, had + 2, (double) operations.size() * samples), nowNs);
        }
    }

    private long held() {
        return leases.stream().mapToLong(Lease::getCount).sum() - taken;
    }

    private void cover(long count, Snapshot.Builder snapshot) {
        for (long left = count; left > 0; ) {
            Lease lease = leases.getFirst();
            long now = Math.min(left, lease.getCount() - taken);
            snapshot.addCoverage(Coverage.newBuilder()
                    .setLease(lease.getLease())
                    .addRuns(taken)
                    .addRuns(now));
            left -= now;
            taken += now;
            if (taken == lease.getCount()) {
                taken = 0;
                leases.removeFirst();
            }
        }
    }

    private Series series(String operation, String timing) {
        return Series.newBuilder()
                .setOperation(operation)
                .setTiming(timing)
                .setOutcome("ok")
                .setSamples(samples)
                .setHistogram(histogram)
                .build();
    }

    private void drain(long nowNs) {
        nextNs = Long.MAX_VALUE;
        List<Coverage> unstarted = leases.stream().map(this::rest).toList();
        on(new WorkerEvent.Unstarted(assignment, unstarted), nowNs);
        on(new WorkerEvent.Drained(assignment), nowNs);
    }

    private Coverage rest(Lease lease) {
        long from = lease.getLease() == leases.getFirst().getLease() ? taken : 0;
        return Coverage.newBuilder()
                .setLease(lease.getLease())
                .addRuns(from)
                .addRuns(lease.getCount() - from)
                .build();
    }

    private void forget() {
        leases.clear();
        taken = 0;
        had = 0;
        nextNs = Long.MAX_VALUE;
    }
}
