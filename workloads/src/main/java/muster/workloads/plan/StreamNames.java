package muster.workloads.plan;

import java.util.ArrayList;
import java.util.List;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.rule.OperationNames;

/** What the thresholds of a plan can be about. */
final class StreamNames {
    private StreamNames() {}

    /** The operations of a plan, and those of streams: "writers" for all of a stream, "writers post" for one operation. */
    static List<String> with(TreeSettings root, List<PhaseSpec> phases) {
        List<String> ofPlan = OperationNames.of(root);
        List<String> names = new ArrayList<>(ofPlan);
        for (PhaseSpec phase : phases) {
            for (PhaseSpec.Stream stream : phase.streams()) {
                names.add(stream.name());
                operations(stream, ofPlan).forEach(name -> names.add(stream.name() + " " + name));
            }
        }
        return names.stream().distinct().toList();
    }

    private static List<String> operations(PhaseSpec.Stream stream, List<String> ofPlan) {
        if (stream.workload() == null) {
            return ofPlan;
        }
        List<String> own = OperationNames.of(stream.workload().settings().raw());
        return own.isEmpty() ? OperationNames.builtIn() : own;
    }
}
