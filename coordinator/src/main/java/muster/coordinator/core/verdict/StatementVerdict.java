package muster.coordinator.core.verdict;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.protocol.StatementNote;
import muster.protocol.TaskResult;
import muster.text.Printable;
import org.jspecify.annotations.Nullable;

/** What a database said of the statements of a plan: what ends the run, and what is a warning of it (docs/semantics.md rule 32). */
public final class StatementVerdict {
    private static final int MAX_WARNINGS = 50;

    private StatementVerdict() {}

    /**
     * Why the statements cannot be executed, in one line; null if they can.
     *
     * @param loaded whether the data are there, so that a statement that does not fit them is wrong
     */
    public static @Nullable String refusal(TaskResult result, boolean loaded) {
        List<StatementNote> refused = result.getStatementsList().stream()
                .filter(note -> note.getKind().equals("refused")
                        || (loaded && note.getKind().equals("schema")))
                .toList();
        if (refused.isEmpty()) {
            return null;
        }
        StatementNote first = refused.getFirst();
        boolean told = first.getLine() == 0 || first.getMessage().contains("line ");
        String line = told ? "" : " (line " + first.getLine() + ")";
        String more = refused.size() == 1 ? "" : "; " + (refused.size() - 1) + " more: ./muster check names them";
        return Printable.line(
                "workload.operations." + first.getOperation() + ": " + first.getMessage() + line + more,
                Printable.MAX_MESSAGE);
    }

    /** One for each thing that the database warns of, with the operations that it is about. */
    public static List<CheckRow> warnings(PhaseAt at, String target, TaskResult result) {
        Map<String, Set<String>> operations = new LinkedHashMap<>();
        for (StatementNote note : result.getStatementsList()) {
            if (note.getKind().equals("warning")) {
                operations
                        .computeIfAbsent(
                                Printable.line(note.getMessage(), Printable.MAX_MESSAGE),
                                words -> new LinkedHashSet<>())
                        .add(Printable.line(note.getOperation(), Printable.MAX_NAME));
            }
        }
        return operations.entrySet().stream()
                .limit(MAX_WARNINGS)
                .map(each -> warning(at, target, each.getKey(), each.getValue()))
                .toList();
    }

    private static CheckRow warning(PhaseAt at, String target, String words, Set<String> operations) {
        String named = (operations.size() == 1 ? "operation " : "operations ") + String.join(", ", operations);
        String name = Printable.line(target + " warns of " + named, Printable.MAX_MESSAGE);
        return CheckRows.warning(at, name, "no warning", words, "", "");
    }
}
