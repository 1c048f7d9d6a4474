package muster.workloads.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Deals loaded edges out to the loads that change them ({@link muster.workloads.operation.PhaseKey#slot}). Each namespace has slots of its
 * own, so that what an arm does to its data does not depend on how many arms there are.
 */
final class Slots {
    private static final int OF_PLAN = -1;

    private final Plan plan;
    private final Map<Integer, Integer> all = new HashMap<>();
    private final Map<Integer, Integer> taken = new HashMap<>();

    Slots(Plan plan) {
        this.plan = plan;
        for (PhaseSpec phase : plan.phases()) {
            if (phase.concurrent()) {
                phase.streams().forEach(stream -> all.merge(number(stream), 1, Integer::sum));
            } else if (phase.kind() == PhaseKind.WARMUP || phase.kind() == PhaseKind.MEASURE) {
                all.merge(OF_PLAN, 1, Integer::sum);
            }
        }
    }

    private int number(PhaseSpec.Stream stream) {
        return Optional.ofNullable(stream.workload())
                .filter(own -> Namespace.isOf(plan, stream))
                .map(Namespace::number)
                .orElse(OF_PLAN);
    }

    /** Whether none of these streams uses the data of another. */
    boolean apart(List<PhaseSpec.Stream> streams) {
        return streams.stream().map(this::number).distinct().count() == streams.size();
    }

    /** How many loads change the plan's data. */
    int ofPlan() {
        return all.getOrDefault(OF_PLAN, 0);
    }

    /** The slot of the next of them. */
    int next() {
        return next(OF_PLAN);
    }

    /** How many loads change the data of a stream. */
    int of(PhaseSpec.Stream stream) {
        return all.getOrDefault(number(stream), 0);
    }

    /** The slot of a stream. */
    int next(PhaseSpec.Stream stream) {
        return next(number(stream));
    }

    private int next(int number) {
        return taken.merge(number, 1, Integer::sum) - 1;
    }
}
