package muster.worker.engine;

/** Blocks [from, end) of a lease that nobody has started, and when the first of them is intended to start. */
record Remainder(LeaseGrant grant, long from, long end, long intendedNs) {}
