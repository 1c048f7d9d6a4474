package muster.worker.agent.protocol;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import muster.model.StreamIndex;
import muster.protocol.Acknowledge;
import muster.protocol.ConcurrencyApplied;
import muster.protocol.Coverage;
import muster.protocol.Drained;
import muster.protocol.Envelope;
import muster.protocol.Failed;
import muster.protocol.Lease;
import muster.protocol.Prepare;
import muster.protocol.Ready;
import muster.protocol.Resources;
import muster.protocol.Returned;
import muster.protocol.SessionState;
import muster.protocol.SetConcurrency;
import muster.protocol.Snapshot;
import muster.protocol.Start;
import org.jspecify.annotations.Nullable;

/** A worker's part in one phase: prepares, runs and drains an engine, and reports what it did. */
final class AssignmentMachine {
    final long id;
    private final Prepare prepare;
    private final WorkerOutput output;
    private final HeldLeases leases = new HeldLeases();
    private final UnacknowledgedSnapshots unacknowledged;
    private final List<AssignedStream> streams;
    private AssignmentState state = new AssignmentState.AwaitingClock(false);
    private ClockOffset offset = ClockOffset.UNKNOWN;
    private Map<String, String> target = Map.of();
    private Resources resources = Resources.getDefaultInstance();
    private @Nullable Failed failure;

    AssignmentMachine(Prepare prepare, WorkerOutput output) {
        this.id = prepare.getAssignment();
        this.prepare = prepare;
        this.output = output;
        this.unacknowledged = new UnacknowledgedSnapshots(id);
        this.streams = streams(prepare);
    }

    private static List<AssignedStream> streams(Prepare prepare) {
        if (prepare.getStreamClientsCount() == 0) {
            return List.of(new AssignedStream(0, prepare.getClients(), false));
        }
        return IntStream.range(0, prepare.getStreamClientsCount())
                .mapToObj(number -> new AssignedStream(number, prepare.getStreamClients(number), true))
                .toList();
    }

    AssignmentState state() {
        return state;
    }

    // ---- before the start ----

    /** The offset is frozen here for the whole phase. */
    void clockKnown(ClockOffset known) {
        if (state instanceof AssignmentState.AwaitingClock waiting) {
            offset = known;
            state = new AssignmentState.Preparing(waiting.drainRequested());
            output.act(new WorkerAction.PrepareEngine(prepare, known.offsetNs()));
        }
    }

    /** The engine is connected. */
    void prepared(Map<String, String> facts, Resources used) {
        if (state instanceof AssignmentState.AwaitingClock || state instanceof AssignmentState.Preparing) {
            boolean drainRequested = state.ending();
            target = facts;
            resources = used;
            state = new AssignmentState.Connected();
            readyIfLeased();
            if (drainRequested) {
                drain();
            }
        }
    }

    void lease(Lease lease) {
        boolean supplied = supplied();
        int stream = StreamIndex.stream(lease.getFirst());
        if (!has(stream)) {
            return;
        }
        streams.get(stream).receive(lease);
        leases.add(lease);
        if (lease.getCount() > 0 && state.ending()) {
            unstarted(List.of(HeldLeases.whole(lease)));
        } else if (lease.getCount() > 0) {
            output.act(new WorkerAction.Offer(lease));
        }
        if (!supplied) {
            readyIfLeased();
        }
    }

    /** What is of a load that the phase does not have is not for this assignment. */
    private boolean has(int stream) {
        return stream >= 0 && stream < streams.size();
    }

    private boolean supplied() {
        return streams.stream().allMatch(AssignedStream::supplied);
    }

    private void readyIfLeased() {
        if (!state.connected() || !supplied()) {
            return;
        }
        output.send(Envelope.newBuilder()
                .setReady(Ready.newBuilder()
                        .setAssignment(id)
                        .setOffsetNs(offset.offsetNs())
                        .setOffsetErrorNs(offset.errorNs())
                        .putAllTarget(target)
                        .setResources(resources)));
        if (state instanceof AssignmentState.Connected) {
            state = new AssignmentState.Ready();
        }
    }

    /** Another incarnation of the coordinator sends it again: the engine starts once. */
    void start(Start start) {
        if (state instanceof AssignmentState.Connected || state instanceof AssignmentState.Ready) {
            state = new AssignmentState.Running();
            output.act(new WorkerAction.StartEngine(start));
        }
    }

    // ---- while it runs ----

    void wanted(int stream, long total, double newRatePerS) {
        streams.get(stream).wants(total, newRatePerS);
        giveCredit(streams.get(stream));
    }

    /** Repeated with each heartbeat: as a total it does no harm, and one that was lost would stop the worker. */
    void giveCredit() {
        streams.forEach(this::giveCredit);
    }

    private void giveCredit(AssignedStream stream) {
        if (stream.wantsAny() && !unacknowledged.full() && !state.ending()) {
            output.sendUnreliable(Envelope.newBuilder().setCredit(stream.credit(id)));
        }
    }

    void share(SetConcurrency share) {
        if (!has(share.getStream())) {
            return;
        }
        streams.get(share.getStream()).request(share);
        output.act(new WorkerAction.SetClients(id, share.getStream(), share.getSerial(), share.getClients()));
    }

    void shareTaken(int stream, long serial) {
        streams.get(stream).clients().confirmed(serial);
        output.send(Envelope.newBuilder()
                .setConcurrencyApplied(ConcurrencyApplied.newBuilder()
                        .setAssignment(id)
                        .setSerial(serial)
                        .setStream(stream)));
    }

    void recorded(Snapshot.Builder recorded) {
        output.send(Envelope.newBuilder().setSnapshot(unacknowledged.add(recorded)));
    }

    void acknowledged(Acknowledge acknowledge) {
        unacknowledged.acknowledge(acknowledge.getThrough()).forEach(leases::acknowledge);
        closeIfOver();
    }

    void unstarted(List<Coverage> unstarted) {
        if (!unstarted.isEmpty()) {
            unstarted.forEach(leases::giveBack);
            output.send(Envelope.newBuilder()
                    .setReturned(Returned.newBuilder().setAssignment(id).addAllUnstarted(unstarted)));
        }
    }

    // ---- the end ----

    void failed(String kind, String message) {
        Failed failed = Failed.newBuilder()
                .setAssignment(id)
                .setKind(kind)
                .setMessage(message)
                .build();
        failure = failed;
        output.send(Envelope.newBuilder().setFailed(failed));
        if (!state.connected()) {
            drained();
        }
    }

    void drain() {
        switch (state) {
            case AssignmentState.AwaitingClock waiting -> state = new AssignmentState.AwaitingClock(true);
            case AssignmentState.Preparing preparing -> state = new AssignmentState.Preparing(true);
            case AssignmentState.Draining draining -> {}
            case AssignmentState.Finished finished -> {}
            default -> {
                state = new AssignmentState.Draining(state.started());
                output.act(new WorkerAction.DrainEngine(id));
            }
        }
    }

    /** Gives up what is in flight. */
    void abort() {
        output.act(new WorkerAction.CloseEngine(id, false));
        drained();
    }

    /** The engine has handed over its last interval. */
    void drained() {
        if (!(state instanceof AssignmentState.Finished)) {
            state = new AssignmentState.Finished(state.started());
            sendDrained();
            closeIfOver();
        }
    }

    private void sendDrained() {
        output.send(Envelope.newBuilder()
                .setDrained(Drained.newBuilder().setAssignment(id).setLastSeq(unacknowledged.nextSeq() - 1)));
    }

    private void closeIfOver() {
        if (over()) {
            output.act(new WorkerAction.CloseEngine(id, false));
        }
    }

    /** Whether the coordinator knows all that this worker did. */
    boolean over() {
        return state instanceof AssignmentState.Finished && unacknowledged.none();
    }

    // ---- another incarnation of the coordinator ----

    /** What it must know to go on with this assignment. */
    void resume() {
        output.send(Envelope.newBuilder().setSessionState(holding()));
        unacknowledged
                .all()
                .forEach(snapshot -> output.send(Envelope.newBuilder().setSnapshot(snapshot)));
        if (failure != null) {
            output.send(Envelope.newBuilder().setFailed(failure));
        }
        if (state instanceof AssignmentState.Finished) {
            sendDrained();
        }
    }

    SessionState holding() {
        SessionState.Builder holding = SessionState.newBuilder()
                .setAssignment(id)
                .setClients(streams.stream().mapToInt(this::allowed).sum())
                .setGranted(streams.stream().mapToLong(AssignedStream::granted).sum())
                .setResources(resources);
        if (streams.size() > 1) {
            streams.forEach(stream -> holding.addStreamGranted(stream.granted()).addStreamClients(allowed(stream)));
        }
        leases.describe(holding);
        return holding.build();
    }

    private int allowed(AssignedStream stream) {
        return state.started() ? stream.clients().allowed() : 0;
    }

    UnacknowledgedSnapshots unacknowledged() {
        return unacknowledged;
    }
}
