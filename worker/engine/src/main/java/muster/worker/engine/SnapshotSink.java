package muster.worker.engine;

/** Where the intervals that were recorded go. Called from the engine's reporter thread; must not block for long. */
public interface SnapshotSink {
    void accept(Interval interval);
}
