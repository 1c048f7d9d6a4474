package muster.workloads.graphity;

/** That one user follows another. */
record Edge(long user, long followee) {}
