package muster.worker.engine.lease;

/** Blocks [from, end) of a lease that no client has started, and when the first of them is intended to start. */
public record UnstartedRange(LeaseGrant grant, long from, long end, long intendedNs) {}
