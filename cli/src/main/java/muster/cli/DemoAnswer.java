package muster.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import muster.cli.terminal.RunResultText;
import muster.model.CheckKind;
import muster.protocol.CheckResult;
import muster.protocol.Finished;
import muster.protocol.OperationResult;
import muster.protocol.RunResult;
import muster.protocol.RunSection;
import muster.text.Quantity;

/** What the demo ends with: which algorithm is the fastest, one line an operation, and after that what it rests on. */
final class DemoAnswer {
    private static final String TURNS = "turns";

    private DemoAnswer() {}

    /** Of the run whose arms took turns. */
    static List<String> of(Finished compared) {
        List<String> section = compared.getResult().getSectionsList().stream()
                .filter(each -> each.getName().equals(TURNS))
                .map(RunSection::getLinesList)
                .flatMap(List::stream)
                .toList();
        List<String> lines = new ArrayList<>(ended(compared));
        lines.addAll(bestFirst(compared.getResult(), section));
        lines.addAll(run(compared));
        return lines;
    }

    /** Why it ended before its time, before anything else; nothing where it did not. */
    private static List<String> ended(Finished finished) {
        return finished.getMessage().lines().filter(line -> !line.isBlank()).toList();
    }

    /** The answer comes last where an arm may be named, and else first; rows of arms and what they rest on stand between. */
    private static List<String> bestFirst(RunResult result, List<String> section) {
        if (section.isEmpty()) {
            return List.of();
        }
        boolean named = section.getFirst().startsWith("arm ");
        List<String> operations =
                section.stream().filter(line -> isOfOperation(result, line)).toList();
        List<String> rest = new ArrayList<>(section);
        List<String> lines = new ArrayList<>(List.of(named ? rest.removeLast() : rest.removeFirst()));
        rest.removeAll(operations);
        // It asks for a --set, which the demo has not.
        rest.removeIf(line -> line.startsWith("what is undecided "));
        lines.addAll(operations);
        lines.addAll(rest);
        return lines;
    }

    /** Such as "feed: ...", where an arm's operation is "stou feed". */
    private static boolean isOfOperation(RunResult result, String line) {
        return result.getOperationResultsList().stream()
                .map(OperationResult::getOperation)
                .anyMatch(name -> line.startsWith(name.substring(name.indexOf(' ') + 1) + ": "));
    }

    /** Of the run that inserted in batches. */
    static List<String> inserted(Finished inserted) {
        List<String> lines = new ArrayList<>(ended(inserted));
        String operations = inserted.getResult().getOperationResultsList().stream()
                .map(DemoAnswer::operation)
                .collect(Collectors.joining("; "));
        if (!operations.isEmpty()) {
            lines.add("batch insert: " + operations);
        }
        lines.addAll(run(inserted));
        return lines;
    }

    private static String operation(OperationResult row) {
        return String.format(
                Locale.ROOT,
                "%s %s%s",
                row.getPhase(),
                row.hasOkPerS() ? Quantity.number(row.getOkPerS()) + " batches/s" : "",
                row.hasP50Ns() ? ", p50 " + Quantity.duration(row.getP50Ns()) : "");
    }

    /** What speaks against it, and its verdicts in one line. */
    private static List<String> run(Finished finished) {
        List<String> text = RunResultText.of(finished).lines().toList();
        List<String> lines = new ArrayList<>(finished.getResult().getChecksList().stream()
                .filter(check -> !check.getPassed() && decides(check))
                .map(check -> text.stream()
                        .filter(line -> line.endsWith(check.getText()))
                        .findFirst()
                        .orElse(check.getText()))
                .toList());
        text.stream()
                .filter(line -> line.startsWith("run %d ".formatted(finished.getRunId())) || line.startsWith("failed "))
                .forEach(lines::add);
        return lines;
    }

    private static boolean decides(CheckResult check) {
        return switch (CheckKind.of(check.getKind())) {
            case VALIDITY, ORACLE, THRESHOLD -> true;
            case WARNING, FACT, FINDING -> false;
        };
    }
}
