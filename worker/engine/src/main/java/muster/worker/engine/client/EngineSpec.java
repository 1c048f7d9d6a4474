package muster.worker.engine.client;

import java.time.Duration;
import muster.workloads.Workload.Operations;
import muster.workloads.answers.AnswerChecks;
import muster.workloads.operation.OperationSampling;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.section.TraceSettings;
import muster.workloads.target.Depth;
import muster.workloads.target.Target;
import org.jspecify.annotations.Nullable;

/**
 * One phase for one worker.
 *
 * @param clients this worker's share; in the open model its share of maxInFlight
 * @param leaseSize indexes in one lease; 0: automatic, about a quarter of a second of work each; 1: a client wants its
 *     next lease only after its operation ended
 * @param coordinatorOffsetNs coordinator's clock minus this process's System.nanoTime, frozen for the phase
 * @param retries attempts after the first, for transient failures
 * @param backoff before the first retry; doubles with each, with seeded jitter
 * @param answers what answers are compared with; null for nothing
 * @param trace what is recorded within operations
 */
public record EngineSpec(
        ExecutedPhase phase,
        Operations operations,
        Target target,
        Depth depth,
        int clients,
        int leaseSize,
        long coordinatorOffsetNs,
        int retries,
        Duration backoff,
        @Nullable AnswerChecks answers,
        TraceSettings trace) {
    /** Which operations are recorded singly: some of a measured phase. */
    OperationSampling sampling() {
        return trace.samples() && phase.spec().kind() == PhaseKind.MEASURE
                ? OperationSampling.oneOf(phase.key(), trace.every())
                : OperationSampling.NONE;
    }
}
