package muster.simulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import muster.protocol.Coverage;
import muster.protocol.Lease;
import muster.protocol.Prepare;
import muster.protocol.Series;
import muster.protocol.Snapshot;
import muster.protocol.Start;
import muster.worker.agent.protocol.WorkerEvent;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.turns.ArmTurns;
import org.jspecify.annotations.Nullable;

/** Executes blocks one after another on a number of clients, as the real engine does: it wants, swaps and drains. */
final class SimulatedEngine {
    private static final int AHEAD = 2;
    private static final long REPORT_NS = 1_000_000_000L;

    private final SimulatedWorker worker;
    private final long assignment;
    private final int stream;
    private final boolean open;
    /** Of a closed loop; what arrives in turns has them in its times. */
    private final @Nullable ArmTurns turns;

    private final boolean single;
    private final long offsetNs;
    private final Deque<Work> queue = new ArrayDeque<>();
    private final Map<Long, TreeSet<Long>> recorded = new LinkedHashMap<>();
    private int clients;
    private int running;
    private long requested;
    private long startNs = Long.MAX_VALUE;
    private long turnsBeginNs;
    private long endNs;
    private long lastCompletionNs;
    private boolean draining;
    private boolean ended;
    private boolean closed;
    private long shareSerial;

    /** A lease and the first position of it that is not started. */
    private static final class Work {
        final Lease lease;
        long next;

        Work(Lease lease) {
            this.lease = lease;
        }
    }

    SimulatedEngine(SimulatedWorker worker, Prepare prepare, int stream, ExecutedPhase load, long offsetNs) {
        this.worker = worker;
        this.assignment = prepare.getAssignment();
        this.single = prepare.getLeaseSize() == 1;
        this.stream = stream;
        this.open = load.arrivals() != null;
        this.turns = open ? null : load.turns();
        this.clients = prepare.getStreamClientsCount() == 0 ? prepare.getClients() : prepare.getStreamClients(stream);
        this.offsetNs = offsetNs;
    }

    /** It is connected: it asks for the first leases and begins to report. */
    void open() {
        if (clients > 0) {
            want(single ? clients : AHEAD);
        }
        worker.in(REPORT_NS, this::reportOften);
    }

    private void want(long more) {
        requested += more;
        worker.on(new WorkerEvent.Wanted(assignment, stream, requested, 0));
    }

    void offer(Lease lease) {
        if (draining) {
            worker.on(new WorkerEvent.Unstarted(assignment, List.of(rest(new Work(lease)))));
        } else {
            queue.add(new Work(lease));
            go();
        }
    }

    void start(Start start) {
        turnsBeginNs = start.getStartNs();
        startNs = open ? start.getStartNs() : Math.max(start.getStartNs(), start.getClientsStartNs());
        endNs = start.getEndNs() == 0 ? Long.MAX_VALUE : start.getEndNs();
        worker.in(Math.max(0, startNs - nowNs()), this::go);
    }

    /** The coordinator's time, as this worker knows it. */
    private long nowNs() {
        return worker.clockNs() + offsetNs;
    }

    private void go() {
        while (!closed && !draining && running < clients && begun() && !queue.isEmpty()) {
            Work work = queue.peek();
            long intendedNs = turns == null
                    ? startNs + work.lease.getFirstIntendedNs()
                    : turnsBeginNs + turns.next(nowNs() - turnsBeginNs).startNs();
            if (nowNs() < intendedNs) {
                worker.in(intendedNs - nowNs(), this::go);
                return;
            }
            long end = Math.min(work.next + worker.block(), work.lease.getCount());
            execute(work.lease, work.next, end);
            work.next = end;
            if (end == work.lease.getCount()) {
                queue.remove();
            }
        }
    }

    private boolean begun() {
        return nowNs() >= startNs && nowNs() < endNs;
    }

    private void execute(Lease lease, long from, long end) {
        running++;
        worker.started(lease, from, end);
        worker.in(worker.serviceNs(), () -> executed(lease, from, end));
    }

    /** All indexes of a block end together, as one transaction. */
    private void executed(Lease lease, long from, long end) {
        if (closed) {
            return;
        }
        running--;
        worker.ended(stream);
        lastCompletionNs = nowNs();
        Set<Long> positions = recorded.computeIfAbsent(lease.getLease(), key -> new TreeSet<>());
        for (long position = from; position < end; position++) {
            positions.add(position);
        }
        if (single || end == lease.getCount()) {
            want(1);
        }
        confirmShare();
        go();
        drainedIfIdle();
    }

    void share(long serial, int newClients) {
        int more = newClients - clients;
        clients = newClients;
        shareSerial = serial;
        if (single && more > 0) {
            want(more);
        } else if (requested == 0 && clients > 0) {
            want(AHEAD);
        }
        confirmShare();
        go();
    }

    private void confirmShare() {
        if (shareSerial > 0 && running <= clients) {
            long serial = shareSerial;
            shareSerial = 0;
            worker.on(new WorkerEvent.ShareTaken(assignment, stream, serial));
        }
    }

    void drain() {
        List<Coverage> unstarted = queue.stream().map(SimulatedEngine::rest).toList();
        queue.clear();
        draining = true;
        worker.on(new WorkerEvent.Unstarted(assignment, unstarted));
        drainedIfIdle();
    }

    private static Coverage rest(Work work) {
        return Coverage.newBuilder()
                .setLease(work.lease.getLease())
                .addRuns(work.next)
                .addRuns(work.lease.getCount() - work.next)
                .build();
    }

    private void drainedIfIdle() {
        if (draining && running == 0 && !ended) {
            ended = true;
            report();
            worker.drained(assignment);
        }
    }

    boolean hasDrained() {
        return ended;
    }

    private void reportOften() {
        if (!closed && !ended) {
            report();
            worker.in(REPORT_NS, this::reportOften);
        }
    }

    /** Swaps what was recorded: samples and positions together. */
    void report() {
        if (!recorded.isEmpty()) {
            Snapshot.Builder snapshot = Snapshot.newBuilder()
                    .setStream(stream)
                    .setStartNs(Math.max(startNs, nowNs() - REPORT_NS))
                    .setEndNs(nowNs())
                    .setLastCompletionNs(lastCompletionNs);
            long samples = 0;
            for (Map.Entry<Long, TreeSet<Long>> lease : recorded.entrySet()) {
                samples += lease.getValue().size();
                snapshot.addCoverage(coverage(lease.getKey(), lease.getValue()));
            }
            for (String timing : List.of("service", "response")) {
                snapshot.addSeries(Series.newBuilder()
                        .setOperation("noop")
                        .setTiming(timing)
                        .setOutcome("ok")
                        .setSamples(samples));
            }
            recorded.clear();
            worker.on(new WorkerEvent.Recorded(assignment, snapshot));
        }
    }

    private static Coverage coverage(long lease, Set<Long> positions) {
        Coverage.Builder coverage = Coverage.newBuilder().setLease(lease);
        List<Long> runs = new ArrayList<>();
        long end = 0;
        for (long position : positions) {
            if (!runs.isEmpty() && position == end) {
                runs.set(runs.size() - 1, runs.getLast() + 1);
            } else {
                runs.add(position - end);
                runs.add(1L);
            }
            end = position + 1;
        }
        return coverage.addAllRuns(runs).build();
    }

    /** Gives up at once. */
    void close() {
        closed = true;
        while (running > 0) {
            running--;
            worker.ended(stream);
        }
    }
}
