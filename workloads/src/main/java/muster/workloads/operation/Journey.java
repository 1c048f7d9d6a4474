package muster.workloads.operation;

import java.util.List;

/**
 * One of the journeys that a plan of workload "journey" names: steps of which later ones use rows of earlier ones.
 *
 * @param kind its name
 * @param parameters names of what is drawn for it, in the order of {@link JourneyOperation#values}
 * @param digest of the name
 */
public record Journey(OperationKind kind, List<String> parameters, List<JourneyStep> steps, long digest) {
    public static Journey of(OperationKind kind, List<String> parameters, List<JourneyStep> steps) {
        return new Journey(kind, parameters, steps, Digest.of(kind.label()));
    }
}
