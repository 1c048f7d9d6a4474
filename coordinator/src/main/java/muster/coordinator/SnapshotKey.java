package muster.coordinator;

import muster.store.PhaseAt;

/** What makes a snapshot unique. */
public record SnapshotKey(PhaseAt at, long session, long seq) {}
