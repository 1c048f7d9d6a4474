package muster.workloads.replay;

/**
 * A phase in a file of recorded operations.
 *
 * @param operations how many, from 1
 * @param timed whether each has a time
 */
public record RecordedPhase(String name, long operations, boolean timed) {}
