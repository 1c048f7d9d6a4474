package muster.coordinator.core.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.coordinator.core.event.PhaseFigures;
import muster.model.AnswerRow;
import muster.model.CheckRow;
import muster.model.OperationName;
import muster.model.PhaseAt;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.Plan;

/**
 * Whether the answers of a phase agree with the reference (docs/semantics.md rule 27). Nothing that was not compared is called right: an
 * operation without a single compared answer leaves the answers of the run not checked.
 */
public final class AnswerCheck {
    private AnswerCheck() {}

    /**
     * A row for each operation with compared answers; a warning for those that were not compared. A load asks nothing, and
     * the oracle judges what is verified.
     */
    public static List<CheckRow> of(PhaseAt at, PhaseKind kind, PhaseFigures figures, Plan plan) {
        if (!plan.answers().compares() || kind == PhaseKind.LOAD || kind == PhaseKind.VERIFY) {
            return List.of();
        }
        List<AnswerRow> answers =
                figures.answers().stream().filter(AnswerRow::asked).toList();
        List<CheckRow> rows = new ArrayList<>();
        answers.stream()
                .filter(row -> row.compared() > 0)
                .map(row -> compared(at, row, plan))
                .forEach(rows::add);
        Stream<String> uncompared =
                answers.stream().filter(row -> row.compared() == 0).map(AnswerRow::operation);
        if (rows.size() < answers.size()) {
            rows.add(notChecked(at, uncompared.collect(Collectors.joining(", "))));
        } else if (answers.isEmpty()) {
            rows.add(notChecked(at, "no operation"));
        } else if (answers.stream().anyMatch(row -> row.unchecked() > 0)) {
            rows.add(share(at, answers));
        }
        return rows;
    }

    private static CheckRow compared(PhaseAt at, AnswerRow row, Plan plan) {
        boolean expected = plan.answers().expected().contains(OperationName.withinStream(row.operation()));
        return CheckRows.oracle(
                at,
                at.phase() + ": answers of " + row.operation(),
                row.compared() + (expected ? " as the plan expects" : " as recorded"),
                (row.compared() - row.wrong()) + " of " + row.compared(),
                row.wrong() == 0,
                row.wrong() + " of " + row.compared() + " answers of " + row.operation() + " differ from "
                        + (expected ? "what the plan expects" : "the reference") + "; the first with parameters "
                        + row.firstWrong());
    }

    private static CheckRow notChecked(PhaseAt at, String operations) {
        return CheckRows.warning(
                at,
                at.phase() + ": answers",
                CheckRow.VERIFIED,
                "not compared: " + operations,
                "",
                "answers not compared: " + operations
                        + "; record them with ./muster answers record, say what they are with key expect, or mark reads as"
                        + " stable where others write");
    }

    private static CheckRow share(PhaseAt at, List<AnswerRow> answers) {
        long compared = answers.stream().mapToLong(AnswerRow::compared).sum();
        long all = compared + answers.stream().mapToLong(AnswerRow::unchecked).sum();
        return CheckRows.fact(at, at.phase() + ": answers compared", "", compared + " of " + all);
    }
}
