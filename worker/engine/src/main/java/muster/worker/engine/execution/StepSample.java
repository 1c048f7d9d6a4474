package muster.worker.engine.execution;

import muster.workloads.operation.OperationKind;
import muster.workloads.target.Outcome;

/**
 * One time that a step of a journey was sent, or was to be sent and was not: then its times are 0.
 *
 * @param responseNs from when it was due: the end of the step before, or for the first the intended start of the journey
 * @param elements rows of its answer
 * @param answered whether it brought an answer of which the target told the number of rows
 * @param message of an outcome that is an error
 */
public record StepSample(
        OperationKind kind,
        Outcome outcome,
        long serviceNs,
        long responseNs,
        long elements,
        boolean answered,
        String message) {}
