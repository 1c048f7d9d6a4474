package muster.model;

/**
 * What makes a snapshot unique.
 *
 * @param seq from 1 without gaps, per session and phase
 */
public record SnapshotKey(PhaseAt at, long session, long seq) {}
