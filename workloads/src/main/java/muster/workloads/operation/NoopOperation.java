package muster.workloads.operation;

import muster.workloads.random.Mix;

/** Nothing, or a wait of {@code delayNs} nanoseconds. */
public record NoopOperation(long index, long delayNs) implements Operation {
    @Override
    public OperationKind kind() {
        return OperationKind.NOOP;
    }

    @Override
    public long digest() {
        return Mix.mix(index);
    }
}
