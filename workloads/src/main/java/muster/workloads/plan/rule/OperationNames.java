package muster.workloads.plan.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import muster.workloads.operation.OperationKind;
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

    /** Those that a workload names, and "transaction"; none of one that names none. */
    public static List<String> of(Map<String, ?> workload) {
        List<String> names = new ArrayList<>(NamedStatements.names(workload));
        if (!names.isEmpty()) {
            names.add(OperationKind.TRANSACTION.label());
        }
        return List.copyOf(names);
    }

    /** All of Muster's own. */
    public static List<String> builtIn() {
        return OperationKind.builtIn().stream().map(OperationKind::label).toList();
    }
}
