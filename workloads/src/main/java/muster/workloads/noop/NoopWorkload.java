package muster.workloads.noop;

import java.util.List;
import muster.workloads.Workload;
import muster.workloads.operation.NoopOperation;
import muster.workloads.operation.Operation;
import muster.workloads.operation.PhaseKey;

/** Operations that never end and load nothing. */
record NoopWorkload(long delayNs, int actionsPerTransaction) implements Workload {
    @Override
    public List<LoadPart> loadParts() {
        return List.of();
    }

    @Override
    public Operations operations(PhaseKey phase) {
        return new Operations() {
            @Override
            public long count() {
                return Long.MAX_VALUE;
            }

            @Override
            public Operation at(long index) {
                return new NoopOperation(index, delayNs);
            }
        };
    }
}
