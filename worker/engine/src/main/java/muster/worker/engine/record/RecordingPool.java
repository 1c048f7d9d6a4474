package muster.worker.engine.record;

import java.util.concurrent.atomic.AtomicReferenceArray;
import muster.workloads.operation.OperationSampling;
import org.jspecify.annotations.Nullable;

/**
 * Empty recordings, kept because their histograms are large. Nobody ever waits for another here, for a client comes while
 * it holds a shard: one that parked then would leave its core to clients that wait for shards, and they would keep it.
 */
final class RecordingPool {
    private final AtomicReferenceArray<@Nullable Recording> kept;
    private final OperationSampling sampling;

    RecordingPool(int most, OperationSampling sampling) {
        this.sampling = sampling;
        kept = new AtomicReferenceArray<>(most);
    }

    /** A kept one, or a new one. */
    Recording take() {
        for (int i = 0; i < kept.length(); i++) {
            Recording spare = kept.getAndSet(i, null);
            if (spare != null) {
                return spare;
            }
        }
        return new Recording(sampling);
    }

    /** Keeps an empty recording, unless there are enough. */
    void give(Recording empty) {
        for (int i = 0; i < kept.length(); i++) {
            if (kept.compareAndSet(i, null, empty)) {
                return;
            }
        }
    }
}
