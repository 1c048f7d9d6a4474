package muster.workloads.noop;

import java.util.List;
import muster.workloads.Noop;
import muster.workloads.Operation;
import muster.workloads.PhaseKey;
import muster.workloads.Workload;

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
                return new Noop(index, delayNs);
            }
        };
    }
}
