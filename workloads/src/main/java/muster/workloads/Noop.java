package muster.workloads;

import muster.workloads.random.Mix;

/** Nothing, or a wait of {@code delayNs} nanoseconds. */
public record Noop(long index, long delayNs) implements Operation {
    @Override
    public OperationKind kind() {
        return OperationKind.NOOP;
    }

    @Override
    public long digest() {
        return Mix.mix(index);
    }
}
