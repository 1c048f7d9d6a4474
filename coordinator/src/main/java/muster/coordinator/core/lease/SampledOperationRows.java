package muster.coordinator.core.lease;

import muster.model.SampledOperations;
import muster.model.SampledOperations.Sample;
import muster.model.SampledOperations.StageTime;
import muster.protocol.OperationSample;
import muster.protocol.Snapshot;

/** Turns single operations of a snapshot into what the store keeps of them. */
final class SampledOperationRows {
    /** A worker sends 500 at most; a peer might send as many as fit into a frame. */
    private static final int MAX_SAMPLES = 1_000;

    private static final int MAX_STAGES = 100;

    private SampledOperationRows() {}

    static SampledOperations of(Snapshot snapshot) {
        return snapshot.getSampledEvery() == 0
                ? SampledOperations.NONE
                : new SampledOperations(
                        snapshot.getSampledEvery(),
                        snapshot.getSamplesList().stream()
                                .limit(MAX_SAMPLES)
                                .map(SampledOperationRows::of)
                                .toList());
    }

    private static Sample of(OperationSample sample) {
        return new Sample(
                sample.getOperation(),
                sample.getIndex(),
                sample.getOutcome(),
                sample.getStartNs(),
                sample.getServiceNs(),
                sample.getResponseNs(),
                sample.getStagesList().stream()
                        .limit(MAX_STAGES)
                        .map(stage -> new StageTime(stage.getStage(), stage.getNs()))
                        .toList());
    }
}
