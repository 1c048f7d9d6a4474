package muster.worker.engine.record;

/** Where what was recorded goes. */
public interface SnapshotSink {
    /**
     * Called from the engine's reporter thread; must not block for long. Intervals of one call of the reporter come sorted by time. A thread that was held up for more than
     * 20 ms can bring a second part of an interval that was handed over before.
     */
    void accept(Interval interval);

    /**
     * Something threw that must not: a bug in a target, a workload or the engine. Called once, from any thread; nothing
     * is started any more. What was recorded is still handed over by {@link Engine#drain}.
     */
    void failed(Throwable bug);
}
