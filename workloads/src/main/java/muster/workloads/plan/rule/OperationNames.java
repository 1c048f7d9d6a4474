package muster.workloads.plan.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.workloads.operation.OperationKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.TreeSettings;

/** The operations that the bounds of a plan can be about. */
public final class OperationNames {
    private OperationNames() {}

    /**
     * Those that workload "query" names, and "transaction"; journeys and their steps; of another workload all of Muster's own.
     */
    public static List<String> of(TreeSettings root) {
        List<String> names =
                root.find("workload").orElse(null) instanceof Branch workload ? of(workload.plain()) : List.of();
        return names.isEmpty() ? builtIn() : names;
    }

    private static List<String> of(Map<String, ?> workload) {
        List<String> names = new ArrayList<>(NamedStatements.names(workload));
        if (!names.isEmpty()) {
            names.add(OperationKind.TRANSACTION.label());
        }
        return List.copyOf(names);
    }

    /** The same, and those of streams: "writers" for all of a stream, "writers post" for one operation. */
    public static List<String> withStreams(TreeSettings root, List<PhaseSpec> phases) {
        List<String> names = new ArrayList<>(of(root));
        for (PhaseSpec phase : phases) {
            for (PhaseSpec.Stream stream : phase.streams()) {
                names.add(stream.name());
                operations(stream, of(root)).forEach(name -> names.add(stream.name() + " " + name));
            }
        }
        return names.stream().distinct().toList();
    }

    private static List<String> operations(PhaseSpec.Stream stream, List<String> ofPlan) {
        if (stream.workload() == null) {
            return ofPlan;
        }
        List<String> own = of(stream.workload().settings().raw());
        return own.isEmpty() ? builtIn() : own;
    }

    static List<String> builtIn() {
        return OperationKind.builtIn().stream().map(OperationKind::label).toList();
    }
}
