package muster.model;

/**
 * A turn of one load of a phase; unix nanoseconds of the coordinator's clock.
 *
 * @param turn its number among those of all loads of the phase, from 0
 * @param startNs from when operations may start
 * @param fromNs from when they are measured
 * @param toNs when it ends
 */
public record TurnWindow(long turn, long block, long startNs, long fromNs, long toNs) {}
