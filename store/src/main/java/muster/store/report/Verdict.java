package muster.store.report;

import java.util.ArrayList;
import java.util.List;
import muster.store.Row;

/**
 * What a run came to, in words.
 *
 * @param tone "good", "bad" or "open", for its colour
 * @param because one line a reason
 */
record Verdict(String word, String tone, String meaning, List<String> because) {
    /** Whether the load generator could be trusted. */
    static Verdict validity(Row run, List<Row> checks) {
        List<Row> gates = kind(checks, "validity");
        List<Row> failed = failed(gates);
        return switch (run.text("validity")) {
            case "valid" ->
                new Verdict(
                        "VALID",
                        "good",
                        "The load generator can be trusted: " + count(gates.size() - failed.size(), "check")
                                + " passed.",
                        List.of());
            case "invalid" ->
                new Verdict(
                        "INVALID",
                        "bad",
                        "Do not use these figures: " + failed.size() + " of " + count(gates.size(), "check")
                                + " failed.",
                        reasons(checks, failed));
            default -> new Verdict("NOT JUDGED", "open", unjudged(run), List.of());
        };
    }

    /** Whether the database did what was asked of it. */
    static Verdict thresholds(Row run, List<Row> checks) {
        List<Row> asked = new ArrayList<>(kind(checks, "threshold"));
        asked.addAll(kind(checks, "oracle"));
        List<Row> failed = failed(asked);
        return switch (run.text("thresholds")) {
            case "met" -> new Verdict("MET", "good", met(asked.size()), reasons(checks, asked));
            case "missed" ->
                new Verdict(
                        "MISSED",
                        "bad",
                        failed.size() + " of " + count(asked.size(), "threshold") + " missed.",
                        reasons(checks, failed));
            case "none" -> new Verdict("NONE", "open", "The plan sets no thresholds.", reasons(checks, failed));
            default -> new Verdict("NOT JUDGED", "open", unjudged(run), List.of());
        };
    }

    private static String met(int thresholds) {
        return thresholds == 1 ? "The threshold is met." : "All " + thresholds + " thresholds are met.";
    }

    private static String unjudged(Row run) {
        return run.has("ended_ns")
                ? "The run ended as \"" + run.text("state") + "\", before it could be judged."
                : "The run has not ended (state \"" + run.text("state") + "\"): figures are up to the last commit.";
    }

    static List<Row> kind(List<Row> checks, String kind) {
        return checks.stream().filter(check -> check.text("kind").equals(kind)).toList();
    }

    static List<Row> failed(List<Row> checks) {
        return checks.stream().filter(check -> check.whole("passed") == 0).toList();
    }

    /** Which step and trial is said where there are several. */
    private static List<String> reasons(List<Row> all, List<Row> some) {
        boolean several = all.stream().map(Verdict::where).distinct().count() > 1;
        return some.stream()
                .map(check -> (several ? where(check) : "") + reason(check))
                .toList();
    }

    /** The expectation of a threshold is its name. */
    private static String reason(Row check) {
        String name = check.text("name");
        String worker = check.text("worker").isEmpty() ? "" : " [" + check.text("worker") + "]";
        String wanted = check.text("expected").equals(name) ? "" : ", wanted " + check.text("expected");
        String why = check.text("reason").isEmpty() ? "" : ": " + check.text("reason");
        return name + worker + wanted + ", was " + check.text("observed") + why;
    }

    private static String where(Row check) {
        return check.whole("step") > 0 ? "step " + check.text("step") + ", trial " + check.text("trial") + ": " : "";
    }

    static String count(int count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }
}
