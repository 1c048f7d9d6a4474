package muster.model;

/**
 * An acknowledged write that a crash of the server lost.
 *
 * @param leastAgeNs at the crash; below 0 if it was acknowledged after it
 * @param mostAgeNs at the crash
 */
public record LostWriteRow(PhaseAt at, String operation, long index, long leastAgeNs, long mostAgeNs) {}
