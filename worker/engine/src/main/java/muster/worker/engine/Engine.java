package muster.worker.engine;

import java.util.List;
import muster.worker.engine.execution.AbortOutcome;
import muster.worker.engine.execution.RunningOperation;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.record.Interval.Covered;

/**
 * Runs one phase on this worker. Life: created (all clients' sessions are open), offered at least one lease, started,
 * offered more, stopped or drained, closed. All methods are safe to call from any thread and none blocks for longer
 * than its comment says.
 */
public interface Engine extends AutoCloseable {
    /**
     * One more lease. Leases are executed in the order of their offers; in the open model in that of intended starts.
     * False after drain or close: nothing of it will be started, and it is the caller who returns it.
     */
    boolean offer(LeaseGrant lease);

    /** {@link #start(long, long, long)} where the phase begins then, too. */
    default void start(long startNs, long endNs) {
        start(startNs, endNs, startNs);
    }

    /**
     * Clients may start at startNs and start nothing at or after endNs (0: no end); coordinator's clock.
     *
     * @param phaseStartNs when the phase began: turns are counted from then
     */
    void start(long startNs, long endNs, long phaseStartNs);

    /** From now on this many clients run; {@code taken} is called once no more than these are within an operation. */
    void clients(int clients, Runnable taken);

    /**
     * Starts nothing more, waits for operations in flight up to the drain limit of the phase, records the rest as
     * aborted, hands the last interval to the sink, and then calls {@code drained} from the reporter's thread. Returns
     * what was not started, at once.
     */
    List<Covered> drain(Runnable drained);

    /** Positions recorded since it was made. */
    long completed();

    /** What clients execute now. Reads what they keep anyway: they notice nothing. */
    List<RunningOperation> running();

    /**
     * Ends one operation, or the transaction that begins with it, whose client goes on with the next. Blocks until the
     * database was asked about it: for some seconds at most.
     *
     * @param index as in {@link #running}
     */
    AbortOutcome abort(long index);

    /** A heartbeat's worth of what is going on. */
    EngineGauges gauges();

    /** As {@link #close}, but what was recorded is handed to the sink first, by the caller's thread. */
    void retire();

    /** Interrupts what is still running, closes sessions; snapshots not handed over are lost. Never throws. */
    @Override
    void close();

    /**
     * What the heartbeat reports.
     *
     * @param clientsRunning clients that have not ended
     * @param clientsWithoutCompletion closed model with a duration: of these, how many have completed nothing though they
     *     could for at least a second and half of the phase; after drain, as it was when that was called
     * @param scheduleLagMaxNs open model: the most that a hand-over to a client was later than its intended start, in this second and
     *     the one before
     * @param pacingLagMaxNs the same since the start, but only where a lease was there and a client was idle: the
     *     generator's own share
     * @param leaseWaitNs sum over clients since the start
     * @param lateStartNs how much later than planned the barrier opened
     * @param handoverNs open model: from handing a block to an idle client until it started, summed up
     * @param handovers how many of these
     * @param ratePerS indexes completed a second, over about the last half second
     */
    record EngineGauges(
            int clientsRunning,
            int clientsWithoutCompletion,
            long scheduleLagMaxNs,
            long pacingLagMaxNs,
            long leaseWaitNs,
            long lateStartNs,
            long handoverNs,
            long handovers,
            double ratePerS) {
        /** Without an engine. */
        public static final EngineGauges NONE = new EngineGauges(0, 0, 0, 0, 0, 0, 0, 0, 0);

        /** Of two engines of one process. */
        public EngineGauges plus(EngineGauges other) {
            return new EngineGauges(
                    clientsRunning + other.clientsRunning,
                    clientsWithoutCompletion + other.clientsWithoutCompletion,
                    Math.max(scheduleLagMaxNs, other.scheduleLagMaxNs),
                    Math.max(pacingLagMaxNs, other.pacingLagMaxNs),
                    leaseWaitNs + other.leaseWaitNs,
                    Math.max(lateStartNs, other.lateStartNs),
                    handoverNs + other.handoverNs,
                    handovers + other.handovers,
                    ratePerS + other.ratePerS);
        }
    }
}
