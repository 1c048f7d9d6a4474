package muster.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import muster.cli.terminal.Ending;
import muster.cli.terminal.RunResultText;
import muster.protocol.Finished;
import muster.protocol.OperationResult;
import muster.text.Quantity;

/** What the demo ends with: how its comparison ended, and what the batches of the second run took. */
final class DemoAnswer {
    private DemoAnswer() {}

    /**
     * The ending of the run whose arms took turns, whose table of arms says it all.
     *
     * @param inserted nothing where the first run ended early
     */
    static Ending of(Finished compared, Optional<Finished> inserted) {
        Ending ending = RunResultText.ending(compared);
        List<List<String>> arms = new ArrayList<>();
        compared.getResult().getSectionsList().forEach(section -> arms.add(section.getLinesList()));
        List<String> notes = new ArrayList<>();
        inserted.ifPresent(run -> notes.addAll(inserted(run)));
        // It asks for a --set, which the demo has not.
        ending.notes().stream()
                .filter(note -> !note.startsWith("what is undecided "))
                .forEach(notes::add);
        return new Ending(ending.verdict(), ending.answers(), arms.isEmpty() ? ending.tables() : arms, notes);
    }

    /** What it took; where that is not all, its verdict. */
    private static List<String> inserted(Finished inserted) {
        List<String> lines = new ArrayList<>();
        String operations = inserted.getResult().getOperationResultsList().stream()
                .map(DemoAnswer::operation)
                .collect(Collectors.joining("; "));
        if (!operations.isEmpty()) {
            lines.add("batch insert: " + operations);
        }
        if (inserted.getExitCode() != 0) {
            lines.add(RunResultText.ending(inserted).verdict());
            lines.addAll(inserted.getMessage().lines().toList());
        }
        return lines;
    }

    private static String operation(OperationResult row) {
        return row.getPhase()
                + (row.hasOkPerS() ? " " + Quantity.figure(row.getOkPerS()) + " batches/s" : "")
                + (row.hasP50Ns() ? ", p50 " + Quantity.duration(row.getP50Ns()) : "");
    }
}
