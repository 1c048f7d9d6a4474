package muster.model;

/**
 * What the server of a target used in the measured part of a turn.
 *
 * @param stream whose turn it was
 * @param turn its number among those of all loads of the phase
 * @param serverNs processor time of its processes
 */
public record TurnCpuRow(PhaseAt at, int stream, long turn, long serverNs) {}
