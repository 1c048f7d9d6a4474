package muster.coordinator.core.verdict;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import muster.coordinator.core.event.PhaseFigures;
import muster.model.AnswerRow;
import muster.model.CheckRow;
import muster.model.OperationName;
import muster.model.PhaseAt;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;
import muster.workloads.plan.rule.NamedStatements;

/**
 * Whether operations of a phase found what they ask for (docs/semantics.md rule 31). An operation of which every answer was empty is a
 * warning of a measure phase; with {@code rows: required} a single empty answer is a wrong one, in a warm-up as well. Feeds
 * are counted and not judged here: the oracle knows which of them may be empty.
 */
public final class EmptyAnswerCheck {
    private EmptyAnswerCheck() {}

    /** A row for each operation that is to be named. */
    public static List<CheckRow> of(PhaseAt at, PhaseKind kind, PhaseFigures figures, Plan plan) {
        return figures.answers().stream()
                .filter(row -> row.empty() > 0)
                .flatMap(row -> of(at, kind, row, plan))
                .toList();
    }

    private static Stream<CheckRow> of(PhaseAt at, PhaseKind kind, AnswerRow row, Plan plan) {
        Optional<Map<?, ?>> operation = operation(row.operation(), plan);
        if (operation.filter(keys -> "required".equals(keys.get("rows"))).isPresent()) {
            return Stream.of(wrong(at, row));
        }
        boolean all = operation.isPresent() && kind == PhaseKind.MEASURE && row.empty() == row.answered();
        return all ? Stream.of(warning(at, row)) : Stream.empty();
    }

    /** Its keys, if it is one that the plan names. */
    private static Optional<Map<?, ?>> operation(String name, Plan plan) {
        String own = OperationName.withinStream(name);
        return Stream.concat(
                        Stream.of(plan.workload()),
                        plan.phases().stream()
                                .flatMap(phase -> phase.streams().stream())
                                .filter(stream -> OperationName.isOf(name, stream.name()))
                                .flatMap(stream -> Stream.ofNullable(stream.workload())))
                .flatMap(workload -> Stream.<Map<?, ?>>ofNullable(
                        NamedStatements.keys(workload.settings().raw()).get(own)))
                .reduce((ofPlan, ofStream) -> ofStream);
    }

    private static CheckRow wrong(PhaseAt at, AnswerRow row) {
        return CheckRows.oracle(
                at,
                at.phase() + ": rows of " + row.operation(),
                "a row in each answer",
                share(row),
                false,
                row.empty() + " of " + row.answered() + " answers of " + row.operation()
                        + " were empty, and it says rows: required");
    }

    private static CheckRow warning(PhaseAt at, AnswerRow row) {
        return CheckRows.warning(
                at,
                "empty answers of " + row.operation(),
                "answers with rows",
                share(row),
                "",
                "every answer of " + row.operation()
                        + " was empty: check its labels, types, properties and parameters against the data");
    }

    private static String share(AnswerRow row) {
        return "%,d of %,d without a row".formatted(row.empty(), row.answered());
    }
}
