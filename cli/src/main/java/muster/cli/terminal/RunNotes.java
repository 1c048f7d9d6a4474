package muster.cli.terminal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import muster.model.CheckKind;
import muster.protocol.CheckResult;
import muster.protocol.CoverageTotal;
import muster.protocol.ErrorClassResult;
import muster.protocol.RunResult;
import muster.text.Printable;
import muster.text.Quantity;

/** What must be known of a run besides its verdict and figures, one line each: what spoils it first, and what is as it should be last. */
final class RunNotes {
    private static final String KIND = "%-9s%s";

    private final List<Note> notes = new ArrayList<>();

    private RunNotes() {}

    private enum Weight {
        SPOILS,
        WARNS,
        EXPLAINS,
        CONFIRMS
    }

    private record Note(Weight weight, String text) {}

    static List<String> of(RunResult result) {
        RunNotes notes = new RunNotes();
        result.getChecksList().stream()
                .filter(check -> result.getSweepsCount() == 0 || !isFinding(check))
                .forEach(notes::check);
        result.getErrorClassesList().forEach(failed -> notes.failed(failed, result.getOperations()));
        result.getSectionsList()
                .forEach(section -> section.getNotesList().forEach(note -> notes.add(Weight.EXPLAINS, note)));
        result.getSweepsList()
                .forEach(sweep -> SweepText.notes(sweep).forEach(note -> notes.add(Weight.EXPLAINS, note)));
        if (result.hasCoverage()) {
            notes.coverage(result.getCoverage());
        }
        if (!result.getOrderSeed().isEmpty()) {
            notes.add(
                    Weight.CONFIRMS,
                    "steps in balanced order over the trials; --order-seed " + result.getOrderSeed() + " repeats it");
        }
        return notes.notes.stream()
                .sorted(Comparator.comparing(Note::weight))
                .map(Note::text)
                .toList();
    }

    private void add(Weight weight, String text) {
        notes.add(new Note(weight, text));
    }

    /** In a sweep each step's row has what limited it. */
    private static boolean isFinding(CheckResult check) {
        return CheckKind.of(check.getKind()) == CheckKind.FINDING;
    }

    private void check(CheckResult check) {
        add(weight(check), KIND.formatted(word(check), check.getText()));
    }

    private static Weight weight(CheckResult check) {
        return switch (CheckKind.of(check.getKind())) {
            case VALIDITY, ORACLE -> Weight.SPOILS;
            case THRESHOLD -> check.getPassed() ? Weight.CONFIRMS : Weight.SPOILS;
            case WARNING -> Weight.WARNS;
            case FACT, FINDING -> Weight.EXPLAINS;
        };
    }

    /** A missed threshold says something of the database, an invalid run something of the generator. */
    private static String word(CheckResult check) {
        return switch (CheckKind.of(check.getKind())) {
            case VALIDITY -> "INVALID";
            case WARNING -> "warning";
            case ORACLE -> "WRONG";
            case THRESHOLD -> check.getPassed() ? "met" : "MISSED";
            case FACT, FINDING -> check.getKind();
        };
    }

    private void failed(ErrorClassResult failed, long operations) {
        String cure = ErrorAdvice.of(failed.getName());
        String example =
                failed.getExample().isEmpty() ? "" : ", such as \"" + Printable.line(failed.getExample()) + "\"";
        String text = "%,d of %,d: %s%s%s"
                .formatted(failed.getCount(), operations, failed.getName(), example, cure.isEmpty() ? "" : "; " + cure);
        add(Weight.SPOILS, KIND.formatted("failed", text));
    }

    private void coverage(CoverageTotal total) {
        boolean agree = total.getPlanned() == total.getCovered() + total.getMissing();
        boolean whole = agree && total.getMissing() == 0 && total.getQuarantined() == 0;
        add(
                whole ? Weight.CONFIRMS : agree ? Weight.WARNS : Weight.SPOILS,
                "coverage: planned %,d %s covered %,d + missing %,d; counted %,d; executed again %s; quarantined %,d"
                        .formatted(
                                total.getPlanned(),
                                agree ? "=" : "IS NOT",
                                total.getCovered(),
                                total.getMissing(),
                                total.getCounted(),
                                Quantity.atMost((double) total.getExecutedAgain()),
                                total.getQuarantined()));
    }
}
