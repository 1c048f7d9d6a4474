package muster.worker.agent;

import java.util.function.LongUnaryOperator;
import muster.model.StreamIndex;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.Operation;
import org.jspecify.annotations.Nullable;

/** The operations of a load by their indexes in the phase, which say which load they are of. */
record StreamOperations(Operations own) implements Operations {
    /** Those of the first load count from 0 already. */
    static Operations of(Operations own, int stream) {
        return stream == 0 ? own : new StreamOperations(own);
    }

    @Override
    public long count() {
        return own.count();
    }

    @Override
    public Operation at(long index) {
        return own.at(StreamIndex.position(index));
    }

    @Override
    public @Nullable LongUnaryOperator startNs() {
        return own.startNs();
    }
}
