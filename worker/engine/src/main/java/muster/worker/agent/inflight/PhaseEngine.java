package muster.worker.agent.inflight;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import muster.model.StreamIndex;
import muster.worker.engine.Engine;
import muster.worker.engine.Engine.EngineGauges;
import muster.worker.engine.execution.AbortOutcome;
import muster.worker.engine.execution.RunningOperation;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.record.Interval.Covered;

/**
 * The engines of one assignment: one for each load of its phase, in their order. A lease and an index say which load they are of.
 */
public final class PhaseEngine {
    private final long assignment;
    private final List<StreamEngine> streams;
    private final Function<RunningOperation, String> statement;

    /**
     * The engines of a phase.
     *
     * @param statement what an operation sends, for people: without the values of its parameters
     */
    public PhaseEngine(long assignment, List<StreamEngine> streams, Function<RunningOperation, String> statement) {
        this.assignment = assignment;
        this.streams = List.copyOf(streams);
        this.statement = statement;
    }

    /**
     * The engine of one load.
     *
     * @param open whether its operations arrive at set times, whenever this worker has joined
     */
    public record StreamEngine(Engine engine, boolean open) {}

    public long assignment() {
        return assignment;
    }

    Function<RunningOperation, String> statement() {
        return statement;
    }

    private Engine engine(int stream) {
        return streams.get(stream).engine();
    }

    /** As {@link Engine#offer}. */
    public boolean offer(LeaseGrant lease) {
        return engine(StreamIndex.stream(lease.first())).offer(lease);
    }

    /**
     * As {@link Engine#start}.
     *
     * @param clientsStartNs from when clients of closed loads may start
     */
    public void start(long startNs, long clientsStartNs, long endNs) {
        streams.forEach(stream -> stream.engine().start(stream.open() ? startNs : clientsStartNs, endNs, startNs));
    }

    /** As {@link Engine#clients}. */
    public void clients(int stream, int clients, Runnable taken) {
        engine(stream).clients(clients, taken);
    }

    /** As {@link Engine#drain}; {@code drained} is called once all have. */
    public List<Covered> drain(Runnable drained) {
        AtomicInteger left = new AtomicInteger(streams.size());
        List<Covered> unstarted = new ArrayList<>();
        streams.forEach(stream -> unstarted.addAll(stream.engine().drain(() -> {
            if (left.decrementAndGet() == 0) {
                drained.run();
            }
        })));
        return unstarted;
    }

    List<RunningOperation> running() {
        return streams.stream()
                .flatMap(stream -> stream.engine().running().stream())
                .toList();
    }

    AbortOutcome abort(long index) {
        int stream = StreamIndex.stream(index);
        return stream < 0 || stream >= streams.size()
                ? new AbortOutcome.NotInFlight()
                : engine(stream).abort(index);
    }

    /** Sums over the loads, and the largest of what is a maximum. */
    public EngineGauges gauges() {
        return streams.stream()
                .map(stream -> stream.engine().gauges())
                .reduce(EngineGauges::plus)
                .orElse(EngineGauges.NONE);
    }

    /** As {@link Engine#retire}. */
    public void retire() {
        streams.forEach(stream -> stream.engine().retire());
    }

    /** As {@link Engine#close}. */
    public void close() {
        streams.forEach(stream -> stream.engine().close());
    }
}
