package muster.workloads.plan.rule;

import java.util.ArrayList;
import java.util.List;
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
        List<String> names = root.find("workload").orElse(null) instanceof Branch workload
                ? new ArrayList<>(NamedStatements.names(workload.plain()))
                : new ArrayList<>();
        if (names.isEmpty()) {
            return builtIn();
        }
        names.add(OperationKind.TRANSACTION.label());
        return List.copyOf(names);
    }

    static List<String> builtIn() {
        return OperationKind.builtIn().stream().map(OperationKind::label).toList();
    }
}
