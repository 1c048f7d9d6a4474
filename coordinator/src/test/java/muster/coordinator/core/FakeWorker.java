package muster.coordinator.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.coordinator.core.event.Peer;
import muster.protocol.ConcurrencyApplied;
import muster.protocol.Coverage;
import muster.protocol.Credit;
import muster.protocol.Drained;
import muster.protocol.Envelope;
import muster.protocol.Heartbeat;
import muster.protocol.Hello;
import muster.protocol.Lease;
import muster.protocol.Leave;
import muster.protocol.Prepare;
import muster.protocol.Ready;
import muster.protocol.Resources;
import muster.protocol.Returned;
import muster.protocol.Series;
import muster.protocol.Snapshot;
import muster.protocol.Task;
import muster.protocol.TaskResult;

/** Answers the coordinator's messages as a real worker does; it executes and reports only when a test says so. */
public final class FakeWorker {
    final String name;
    final Peer peer;
    final List<Envelope> heard = new ArrayList<>();
    final List<Lease> leases = new ArrayList<>();
    /** How many positions of each lease it has executed; they are executed in order. */
    private final Map<Long, Long> executed = new TreeMap<>();

    private final Map<Long, Long> reported = new TreeMap<>();
    private final TestCluster cluster;
    private final long nonce;
    Map<String, String> facts = Map.of("address", "db:1", "database", "x", "vertices", "0", "edges", "0");
    public Map<String, String> target = Map.of();
    public Resources resources = Resources.getDefaultInstance();
    /** What it used and lacked in the phase. */
    public Resources phase = Resources.getDefaultInstance();

    public long clamped;
    public boolean silent;
    boolean readies = true;
    boolean takesShares = true;
    public boolean drains = true;
    boolean answersTasks = true;
    /** What an attempt to open the target anew results in. */
    TaskResult reach = TaskResult.getDefaultInstance();

    /** How its operations end. */
    String outcome = "ok";

    public long window = 2;
    long session;
    long assignment;
    long acknowledged;
    public int clients;
    public boolean started;
    public boolean gone;
    private long credit;
    private long seq;
    private boolean drainAsked;

    FakeWorker(TestCluster cluster, String name, long nonce) {
        this.cluster = cluster;
        this.name = name;
        this.nonce = nonce;
        this.peer = new Peer(name + "#" + nonce);
    }

    void hello() {
        cluster.receive(
                peer,
                Envelope.newBuilder()
                        .setHello(Hello.newBuilder()
                                .setName(name)
                                .setNonce(nonce)
                                .setAttempt(1)
                                .setCores(1)
                                .setHost(cluster.host.isEmpty() ? "host-" + name : cluster.host)
                                .putAllEnvironment(cluster.environment)));
    }

    void send(Envelope.Builder envelope) {
        cluster.receive(peer, envelope.setEpoch(TestCluster.EPOCH).setSession(session));
    }

    void heartbeat() {
        if (!silent && !gone) {
            send(Envelope.newBuilder()
                    .setHeartbeat(Heartbeat.newBuilder().setSeq(1).setResources(resources)));
        }
    }

    void hear(Envelope envelope) {
        heard.add(envelope);
        if (!silent) {
            answer(envelope);
        }
    }

    private void answer(Envelope envelope) {
        switch (envelope.getBodyCase()) {
            case WELCOME -> session = envelope.getSession();
            case TASK -> task(envelope.getTask());
            case PREPARE -> prepare(envelope.getPrepare());
            case LEASE -> lease(envelope.getLease());
            case START -> started = true;
            case SET_CONCURRENCY -> {
                clients = envelope.getSetConcurrency().getClients();
                if (takesShares) {
                    confirmShare(
                            envelope.getSetConcurrency().getSerial(),
                            envelope.getSetConcurrency().getStream());
                }
            }
            case DRAIN -> {
                drainAsked = true;
                if (drains) {
                    drain();
                }
            }
            case ACKNOWLEDGE -> acknowledged = envelope.getAcknowledge().getThrough();
            case LEAVE -> gone = true;
            default -> {
                // Nothing to answer.
            }
        }
    }

    private void task(Task task) {
        if (answersTasks && task.getKind().equals("reach")) {
            send(Envelope.newBuilder().setTaskResult(reach.toBuilder().setTask(task.getTask())));
        } else if (answersTasks) {
            send(Envelope.newBuilder()
                    .setTaskResult(
                            TaskResult.newBuilder().setTask(task.getTask()).putAllFacts(facts)));
        }
    }

    private void prepare(Prepare prepare) {
        assignment = prepare.getAssignment();
        clients = prepare.getClients();
        leases.clear();
        executed.clear();
        reported.clear();
        credit = 0;
        seq = 0;
        acknowledged = 0;
        started = false;
        drainAsked = false;
        if (prepare.getStreamClientsCount() == 0) {
            wants(window);
        }
        for (int stream = 0; stream < prepare.getStreamClientsCount(); stream++) {
            if (prepare.getStreamClients(stream) > 0) {
                wants(stream, window);
            }
        }
    }

    /** Of a phase with several loads. */
    void wants(int stream, long total) {
        send(Envelope.newBuilder()
                .setCredit(Credit.newBuilder()
                        .setAssignment(assignment)
                        .setStream(stream)
                        .setTotal(total)));
    }

    void wants(long more) {
        credit += more;
        send(Envelope.newBuilder()
                .setCredit(Credit.newBuilder().setAssignment(assignment).setTotal(credit)));
    }

    private void lease(Lease lease) {
        boolean first = leases.isEmpty();
        if (lease.getCount() > 0 && drainAsked) {
            giveBack(Map.of(lease.getLease(), 0L), List.of(lease));
        } else {
            leases.add(lease);
        }
        if (first && readies) {
            ready();
        }
    }

    void ready() {
        send(Envelope.newBuilder()
                .setReady(Ready.newBuilder()
                        .setAssignment(assignment)
                        .putAllTarget(target)
                        .setResources(resources)));
    }

    void confirmShare(long serial) {
        confirmShare(serial, 0);
    }

    private void confirmShare(long serial, int stream) {
        send(Envelope.newBuilder()
                .setConcurrencyApplied(ConcurrencyApplied.newBuilder()
                        .setAssignment(assignment)
                        .setSerial(serial)
                        .setStream(stream)));
    }

    // ---- work ----

    /** Operations that it has in its leases and has not executed. */
    public long left() {
        return leases.stream()
                .mapToLong(lease -> lease.getCount() - executed.getOrDefault(lease.getLease(), 0L))
                .sum();
    }

    /** Executes up to this many operations; for every lease that ends it asks for another one. */
    public FakeWorker execute(long most) {
        long todo = most;
        for (Lease lease : List.copyOf(leases)) {
            long done = executed.getOrDefault(lease.getLease(), 0L);
            long now = Math.min(todo, lease.getCount() - done);
            executed.merge(lease.getLease(), now, Long::sum);
            todo -= now;
            if (now > 0 && done + now == lease.getCount()) {
                wants(1);
            }
        }
        return this;
    }

    /** Reports all that it executed since the last report; nothing if that is nothing. */
    public Snapshot report() {
        Snapshot snapshot = next(unreported());
        send(Envelope.newBuilder().setSnapshot(snapshot));
        return snapshot;
    }

    Map<Long, long[]> unreported() {
        Map<Long, long[]> ranges = new LinkedHashMap<>();
        executed.forEach((lease, done) -> {
            long before = reported.getOrDefault(lease, 0L);
            if (done > before) {
                ranges.put(lease, new long[] {before, done - before});
                reported.put(lease, done);
            }
        });
        return ranges;
    }

    /** Positions (from, count) by lease. */
    Snapshot next(Map<Long, long[]> ranges) {
        long covered = ranges.values().stream().mapToLong(range -> range[1]).sum();
        Snapshot.Builder snapshot = Snapshot.newBuilder()
                .setAssignment(assignment)
                .setSeq(++seq)
                .setStartNs(cluster.nowNs())
                .setEndNs(cluster.nowNs())
                .setResources(resources)
                .setPhase(phase)
                .setLastCompletionNs(cluster.nowNs())
                .setLastAnswerNs(outcome.equals("ok") ? cluster.nowNs() : 0);
        ranges.forEach((lease, range) -> snapshot.addCoverage(
                Coverage.newBuilder().setLease(lease).addRuns(range[0]).addRuns(range[1])));
        for (String timing : List.of("service", "response")) {
            snapshot.addSeries(Series.newBuilder()
                    .setOperation("noop")
                    .setTiming(timing)
                    .setOutcome(outcome)
                    .setSamples(covered)
                    .setClamped(clamped));
        }
        return snapshot.build();
    }

    /** Returns what it has not started, reports the rest, and says that it is done. */
    public void drain() {
        giveBack(executed, leases);
        Map<Long, long[]> rest = unreported();
        if (!rest.isEmpty()) {
            send(Envelope.newBuilder().setSnapshot(next(rest)));
        }
        leases.clear();
        clients = 0;
        send(Envelope.newBuilder()
                .setDrained(Drained.newBuilder().setAssignment(assignment).setLastSeq(seq)));
    }

    private void giveBack(Map<Long, Long> done, List<Lease> from) {
        Returned.Builder returned = Returned.newBuilder().setAssignment(assignment);
        for (Lease lease : from) {
            long started = done.getOrDefault(lease.getLease(), 0L);
            if (started < lease.getCount()) {
                returned.addUnstarted(Coverage.newBuilder()
                        .setLease(lease.getLease())
                        .addRuns(started)
                        .addRuns(lease.getCount() - started));
            }
        }
        if (returned.getUnstartedCount() > 0) {
            send(Envelope.newBuilder().setReturned(returned));
        }
    }

    public void leave() {
        send(Envelope.newBuilder().setLeave(Leave.newBuilder().setReason("stop requested")));
    }

    long heard(Envelope.BodyCase kind) {
        return heard.stream().filter(envelope -> envelope.getBodyCase() == kind).count();
    }
}
