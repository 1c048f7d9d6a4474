package muster.coordinator.core.event;

import muster.model.OutcomeCounts;

/** Turns counts of outcomes into messages, and back. */
public final class OutcomeMessages {
    private OutcomeMessages() {}

    public static muster.protocol.OutcomeCounts of(OutcomeCounts counts) {
        return muster.protocol.OutcomeCounts.newBuilder()
                .setOk(counts.ok())
                .setErrors(counts.errors())
                .setAbsent(counts.absent())
                .setDuplicate(counts.duplicate())
                .setUnknown(counts.unknown())
                .setAborted(counts.aborted())
                .build();
    }

    public static OutcomeCounts of(muster.protocol.OutcomeCounts message) {
        return new OutcomeCounts(
                message.getOk(),
                message.getErrors(),
                message.getAbsent(),
                message.getDuplicate(),
                message.getUnknown(),
                message.getAborted());
    }
}
