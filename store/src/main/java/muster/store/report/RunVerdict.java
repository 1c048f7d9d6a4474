package muster.store.report;

import java.util.List;
import muster.store.file.row.CheckKind;
import muster.store.table.CheckLines;
import muster.store.table.Row;

/**
 * What a run came to, in words.
 *
 * @param tone "good", "bad" or "open", for its colour
 * @param because one line a reason
 */
record RunVerdict(String word, String tone, String meaning, List<String> because) {
    /** Whether the load generator could be trusted. */
    static RunVerdict validity(Row run, List<Row> checks, CheckLines lines) {
        List<Row> gates = kind(checks, "validity");
        List<Row> failed = failed(gates);
        return switch (run.text("validity")) {
            case "valid" ->
                new RunVerdict(
                        "VALID",
                        "good",
                        "The load generator can be trusted: " + count(gates.size() - failed.size(), "check")
                                + " passed.",
                        List.of());
            case "invalid" ->
                new RunVerdict(
                        "INVALID",
                        "bad",
                        "Do not use these figures: " + failed.size() + " of " + count(gates.size(), "check")
                                + " failed.",
                        lines.failed(CheckKind.VALIDITY));
            default -> new RunVerdict("NOT JUDGED", "open", unjudged(run), lines.failed(CheckKind.VALIDITY));
        };
    }

    /** Whether the database did what was asked of it. */
    static RunVerdict thresholds(Row run, List<Row> checks, CheckLines lines) {
        List<Row> asked = kind(checks, "threshold");
        List<Row> failed = failed(asked);
        return switch (run.text("thresholds")) {
            case "met" -> new RunVerdict("MET", "good", met(asked.size()), lines.of(CheckKind.THRESHOLD));
            case "missed" ->
                new RunVerdict(
                        "MISSED",
                        "bad",
                        failed.size() + " of " + count(asked.size(), "threshold") + " missed.",
                        lines.failed(CheckKind.THRESHOLD));
            case "none" -> new RunVerdict("NONE", "open", "The plan sets no thresholds.", List.of());
            default -> new RunVerdict("NOT JUDGED", "open", unjudged(run), lines.failed(CheckKind.THRESHOLD));
        };
    }

    /** Whether the database answered correctly. */
    static RunVerdict answers(Row run, List<Row> checks, CheckLines lines) {
        List<Row> compared = kind(checks, "oracle");
        List<String> wrong = lines.failed(CheckKind.ORACLE);
        return switch (run.text("answers")) {
            case "right" ->
                new RunVerdict(
                        "RIGHT", "good", count(compared.size(), "comparison") + " found no difference.", List.of());
            case "wrong" ->
                new RunVerdict(
                        "WRONG",
                        "bad",
                        failed(compared).size() + " of " + count(compared.size(), "comparison")
                                + " found a difference.",
                        wrong);
            case "not checked" ->
                new RunVerdict("NOT CHECKED", "open", "No verify phase compared all of what the run left.", wrong);
            default -> new RunVerdict("NOT JUDGED", "open", unjudged(run), wrong);
        };
    }

    private static String met(int thresholds) {
        return thresholds == 1 ? "The threshold is met." : "All " + thresholds + " thresholds are met.";
    }

    private static String unjudged(Row run) {
        return run.has("ended_ns")
                ? "The run did not complete (state \"" + run.text("state") + "\"), so it has no verdict."
                : "The run has not ended (state \"" + run.text("state") + "\"): figures are up to the last commit.";
    }

    static List<Row> kind(List<Row> checks, String kind) {
        return checks.stream().filter(check -> check.text("kind").equals(kind)).toList();
    }

    static List<Row> failed(List<Row> checks) {
        return checks.stream().filter(check -> check.whole("passed") == 0).toList();
    }

    static String count(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
