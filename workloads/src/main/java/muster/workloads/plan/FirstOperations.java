package muster.workloads.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.JourneyOperation;
import muster.workloads.operation.Operation;
import muster.workloads.operation.Query;
import muster.workloads.operation.QueryOperation;

/** The first operation of each kind that a plan executes: an example, with the values of its parameters. */
public final class FirstOperations {
    /** A mix shows all of its kinds among this many operations, except very rare ones. */
    private static final int LOOKED_AT = 1_000;

    /** A statement that a plan names is looked for up to here. */
    private static final int MAX_LOOKED_AT = 100_000;

    private FirstOperations() {}

    /** By label, in the order in which they occur, those of a load too. */
    public static Map<String, Operation> ofEachKind(PlanCheck check) {
        return ofEachKind(check, check.loads());
    }

    /** The same of some of its loads. */
    public static Map<String, Operation> ofEachKind(PlanCheck check, List<ExecutedPhase> loads) {
        Map<String, Operation> first = new LinkedHashMap<>();
        for (ExecutedPhase load : loads) {
            Operations operations = check.operations(load);
            for (long index = 0; index < Math.min(LOOKED_AT, operations.count()); index++) {
                Operation operation = operations.at(index);
                if (!(operation instanceof JourneyOperation)) {
                    first.putIfAbsent(operation.kind().label(), operation);
                }
                asked(operation)
                        .forEach(query -> first.putIfAbsent(query.query().name(), query));
            }
        }
        return first;
    }

    /** Of the statements that the plan names, in the order in which they occur. A load has none, and its batches are large. */
    static List<QueryOperation> ofQueries(PlanCheck check) {
        Map<String, QueryOperation> first = new LinkedHashMap<>();
        for (ExecutedPhase load : check.loads()) {
            if (load.spec().kind() != PhaseKind.LOAD) {
                Operations operations = check.operations(load);
                for (long index = 0; index < operations.count() && looksAt(index, check, first); index++) {
                    asked(operations.at(index))
                            .forEach(query -> first.putIfAbsent(query.query().name(), query));
                }
            }
        }
        return List.copyOf(first.values());
    }

    /** The statements of an operation: of a journey those of its steps, without the values that come from answers. */
    private static List<QueryOperation> asked(Operation operation) {
        return switch (operation) {
            case QueryOperation query -> List.of(query);
            case JourneyOperation journey -> journey.examples();
            default -> List.of();
        };
    }

    private static boolean looksAt(long index, PlanCheck check, Map<String, QueryOperation> first) {
        return index < MAX_LOOKED_AT
                && check.workloads()
                        .flatMap(workload -> workload.queries().stream())
                        .map(Query::name)
                        .anyMatch(name -> !first.containsKey(name));
    }
}
