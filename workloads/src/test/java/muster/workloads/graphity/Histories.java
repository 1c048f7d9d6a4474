package muster.workloads.graphity;

import java.util.Map;
import java.util.TreeMap;
import muster.workloads.Workload;
import muster.workloads.Workload.LoadPart;
import muster.workloads.Workload.Operations;
import muster.workloads.WorkloadSettings;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Outcome;

/** Workloads, loads and replays for tests. */
final class Histories {
    static final long SEED = 42;

    private Histories() {}

    static Workload workload(Map<String, Object> settings) {
        return new GraphityProvider().create(WorkloadSettings.of("graphity", settings), name -> {
            throw new PlanException("no data file " + name);
        });
    }

    static PhaseKey measure(int ordinal, int slot, int slots) {
        return new PhaseKey(SEED, ordinal, "", slot, slots);
    }

    static GraphityModel loaded(Workload workload) {
        GraphityModel model = new GraphityModel();
        int ordinal = 0;
        for (LoadPart part : workload.loadParts()) {
            Operations load = workload.operations(new PhaseKey(SEED, ordinal++, part.name(), 0, 1));
            replay(load, 0, part.count(), model);
        }
        return model;
    }

    /** Applies the operations in order; how many of each kind and outcome there were: "follow ok". */
    static Map<String, Integer> replay(Operations operations, long from, long to, GraphityModel model) {
        Map<String, Integer> counts = new TreeMap<>();
        for (long i = from; i < to; i++) {
            GraphityOperation operation = (GraphityOperation) operations.at(i);
            Outcome outcome = model.apply(operation);
            counts.merge(operation.kind().label() + " " + outcome, 1, Integer::sum);
        }
        return counts;
    }

    /** The share of absent and duplicate outcomes. */
    static double failed(Map<String, Integer> counts) {
        double all = counts.values().stream().mapToInt(Integer::intValue).sum();
        int ok = counts.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(" ok"))
                .mapToInt(Map.Entry::getValue)
                .sum();
        return 1 - ok / all;
    }
}
