package muster.worker.engine.record;

import java.util.ArrayList;
import java.util.List;
import muster.model.SampledOperations;
import muster.model.SampledOperations.Sample;
import muster.model.SampledOperations.StageTime;
import muster.worker.engine.execution.BlockResult;
import muster.worker.engine.execution.Execution;
import muster.worker.engine.execution.Timings;
import muster.workloads.operation.OperationSampling;

/**
 * Single operations of one interval. Where they become too many, every second one by its draw is dropped: what is left is an
 * even part of the whole interval, and not its beginning.
 */
final class OperationSamples {
    /** About 60 KB of the 16 MB that a frame may hold. */
    static final int MOST = 500;

    private final OperationSampling sampling;
    private final List<Sample> kept = new ArrayList<>();
    private int halvings;

    OperationSamples(OperationSampling sampling) {
        this.sampling = sampling;
    }

    void add(Execution done) {
        if (sampling.takes(done.firstIndex(), halvings)) {
            keep(sample(done));
        }
    }

    void addAll(OperationSamples other) {
        halve(other.halvings);
        other.kept.forEach(this::keep);
    }

    void clear() {
        kept.clear();
        halvings = 0;
    }

    SampledOperations samples() {
        return new SampledOperations(sampling.every() << halvings, List.copyOf(kept));
    }

    private void keep(Sample sample) {
        if (sampling.takes(sample.index(), halvings)) {
            kept.add(sample);
        }
        while (kept.size() > MOST) {
            halve(halvings + 1);
        }
    }

    private void halve(int times) {
        if (times > halvings) {
            halvings = times;
            kept.removeIf(sample -> !sampling.takes(sample.index(), halvings));
        }
    }

    private static Sample sample(Execution done) {
        return new Sample(
                done.wholeKind().label(),
                done.firstIndex(),
                done.wholeOutcome().name(),
                done.startNs(),
                done.serviceNs(),
                done.responseNs(),
                stages(done.answers()));
    }

    private static List<StageTime> stages(BlockResult result) {
        List<StageTime> stages = new ArrayList<>();
        for (long left = result.stages(); left != 0; left &= left - 1) {
            int timing = Long.numberOfTrailingZeros(left);
            stages.add(new StageTime(Timings.label(timing), result.stageNs(timing)));
        }
        return stages;
    }
}
