package muster.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import muster.model.AnswerVerdict;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.store.table.CheckLines;
import muster.store.table.Row;
import muster.text.Quantity;

/**
 * One of the three answers of a run, as a card shows it. The stored verdict decides, but a good word never stands above a
 * failed check, nor where nothing was checked.
 *
 * @param tone "good", "bad" or "open", for its colour
 * @param failures a short line a failed check
 * @param detail what was observed, to unfold
 */
record RunVerdict(
        String question, String word, String tone, String meaning, List<String> failures, List<String> detail) {
    private static final int MAX_REASON = 90;

    boolean isBad() {
        return tone.equals("bad");
    }

    /** Whether the load generator could be trusted. */
    static RunVerdict validity(Row run, List<Row> checks, CheckLines lines) {
        List<Row> all = kind(checks, CheckKind.VALIDITY);
        int failed = failed(all).size();
        Card card = new Card("Generator", all, lines.failed(CheckKind.VALIDITY));
        if (!run.has("validity")) {
            return card.open("NOT JUDGED", unjudged(run));
        }
        if (failed > 0 || !run.text("validity").equals("valid")) {
            return card.bad(
                    "INVALID",
                    "Do not use " + doubtful(all) + (failed > 0 ? ": " + of(failed, all) + " failed." : "."));
        }
        return all.isEmpty()
                ? card.open("NOT CHECKED", "No check of the load generator was made.")
                : card.good("VALID", "The load generator can be trusted: " + passed(all.size()) + ".", List.of());
    }

    /** A bad trial spoils its own figures, and no others. */
    private static String doubtful(List<Row> all) {
        long trials = all.stream().map(RunVerdict::trial).distinct().count();
        long bad = failed(all).stream().map(RunVerdict::trial).distinct().count();
        return bad == 0 || bad == trials ? "these figures" : "the figures of " + bad + " of " + trials + " trials";
    }

    private static String trial(Row check) {
        return check.text("step") + "/" + check.text("trial");
    }

    /** Whether the database did what was asked of it. */
    static RunVerdict thresholds(Row run, List<Row> checks, CheckLines lines) {
        List<Row> all = kind(checks, CheckKind.THRESHOLD);
        int failed = failed(all).size();
        Card card = new Card("Thresholds", all, lines.failed(CheckKind.THRESHOLD));
        if (!run.has("thresholds")) {
            return card.open("NOT JUDGED", unjudged(run));
        }
        if (failed > 0 || run.text("thresholds").equals("missed")) {
            return card.bad(
                    "MISSED", failed > 0 ? of(failed, all, "threshold") + " missed." : "A threshold was missed.");
        }
        return all.isEmpty()
                ? card.open("NONE", "The plan sets no thresholds.")
                : card.good("MET", met(all.size()), lines.of(CheckKind.THRESHOLD));
    }

    /** Whether the database answered correctly. That trials began alike says nothing of answers if it passes. */
    static RunVerdict answers(Row run, List<Row> checks, CheckLines lines) {
        List<Row> all = kind(checks, CheckKind.ORACLE).stream()
                .filter(check ->
                        check.whole("passed") == 0 || !check.text("name").equals(CheckRow.STATE_AFTER_LOAD))
                .toList();
        int failed = failed(all).size();
        Card card = new Card("Answers", all, lines.failed(CheckKind.ORACLE));
        if (!run.has("answers")) {
            return card.open("NOT JUDGED", unjudged(run));
        }
        if (failed > 0 || run.text("answers").equals("wrong")) {
            return card.bad(
                    "WRONG",
                    (failed > 0 ? of(failed, all) + " found a difference." : "A check found a difference.")
                            + share(run));
        }
        return all.isEmpty() || !run.text("answers").equals("right")
                ? card.open("NOT CHECKED", "Neither a verify phase nor a reference compared all of it." + share(run))
                : card.good(
                        "RIGHT",
                        share(run).isEmpty()
                                ? "Compared with the reference model: " + passed(all.size()) + "."
                                : passed(all.size()) + "." + share(run),
                        List.of());
    }

    /** A verdict on answers says how many of them it is of. */
    private static String share(Row run) {
        return run.whole("answers_asked") > 0
                ? " Measured answers: " + AnswerVerdict.share(run.whole("answers_compared"), run.whole("answers_asked"))
                        + "."
                : "";
    }

    private record Card(String question, List<Row> checks, List<String> full) {
        RunVerdict good(String word, String meaning, List<String> detail) {
            return new RunVerdict(question, word, "good", meaning, List.of(), detail);
        }

        RunVerdict bad(String word, String meaning) {
            return new RunVerdict(question, word, "bad", meaning, brief(failed(checks)), full);
        }

        RunVerdict open(String word, String meaning) {
            return new RunVerdict(question, word, "open", meaning, brief(failed(checks)), full);
        }
    }

    /** A line a check, however many workers and trials failed it: how often, and why the first time. */
    private static List<String> brief(List<Row> failed) {
        Map<String, List<Row>> byName = failed.stream()
                .collect(Collectors.groupingBy(row -> row.text("name"), LinkedHashMap::new, Collectors.toList()));
        return byName.entrySet().stream()
                .map(check -> check.getKey()
                        + times(check.getValue().size())
                        + why(check.getValue().getFirst()))
                .toList();
    }

    private static String times(int count) {
        return count == 1 ? "" : " (" + count + " times)";
    }

    /** The reason up to its first semicolon; figures that follow stand in the details. */
    private static String why(Row check) {
        String reason = check.text("reason").split(";", -1)[0];
        return ": " + brief(reason.isEmpty() ? "observed " + check.text("observed") : reason);
    }

    /** Cut between words, if there are any. */
    private static String brief(String text) {
        if (text.length() <= MAX_REASON) {
            return text;
        }
        int space = text.lastIndexOf(' ', MAX_REASON);
        return text.substring(0, space > 0 ? space : MAX_REASON) + " …";
    }

    private static String of(int failed, List<Row> all) {
        return of(failed, all, "check");
    }

    private static String of(int failed, List<Row> all, String what) {
        return failed + " of " + Quantity.count(all.size(), what);
    }

    private static String passed(int checks) {
        return Quantity.count(checks, "check") + " passed";
    }

    private static String met(int thresholds) {
        return thresholds == 1 ? "The threshold is met." : "All " + thresholds + " thresholds are met.";
    }

    private static String unjudged(Row run) {
        return run.has("ended_ns")
                ? "The run did not complete (state \"" + run.text("state") + "\"), so it has no verdict."
                : "The run has not ended (state \"" + run.text("state") + "\"): figures are up to the last commit.";
    }

    static List<Row> kind(List<Row> checks, CheckKind kind) {
        return checks.stream()
                .filter(check -> check.text("kind").equals(kind.label()))
                .toList();
    }

    static List<Row> failed(List<Row> checks) {
        return checks.stream().filter(check -> check.whole("passed") == 0).toList();
    }
}
