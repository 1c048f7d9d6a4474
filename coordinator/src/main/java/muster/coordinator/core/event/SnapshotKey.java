package muster.coordinator.core.event;

import muster.model.PhaseAt;

/** What makes a snapshot unique. */
public record SnapshotKey(PhaseAt at, long session, long seq) {}
