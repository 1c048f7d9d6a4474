package muster.experiments.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.experiments.compare.RunComparison.Compared;
import muster.experiments.compare.RunComparison.Operation;
import muster.report.analysis.AnalysisException;
import muster.report.analysis.BlockReader;
import muster.report.analysis.OperationBlocks.Figure;
import muster.statistics.Gate;
import muster.statistics.Interval;
import muster.text.Printable;

/**
 * A rule such as "post p99 > +5%": a gate on the interval of B's change. It fails where all of the interval is beyond the
 * limit, passes where none of it is, and is undecided otherwise, with fewer than three trials on a side, and where a phase was not steady.
 *
 * @param operation "" for any
 * @param above whether a change above the limit fails, or one below
 * @param limit share: 0.05 for +5%
 */
public record ChangeRule(String text, String operation, Figure figure, boolean above, double limit) {
    private static final Pattern RULE =
            Pattern.compile("(?:(\\S+)\\s+)?(\\S+)\\s*([<>])\\s*([+-]?\\d{1,6}(?:\\.\\d{1,6})?)\\s*%");
    private static final String FORM = "[OPERATION] throughput|p50|p99|p99.9 >|< CHANGE%, such as 'p99 > +5%',"
            + " 'post p50 > +2.5%' or 'throughput < -3%'";

    /** What a rule came to for one operation of one phase. */
    public record Outcome(ChangeRule rule, Operation operation, Interval ratio, Gate gate) {}

    /**
     * Reads a rule.
     *
     * @throws AnalysisException where it is none: names what would be right
     */
    public static ChangeRule parse(String text) {
        Matcher matcher = RULE.matcher(text.strip());
        if (!matcher.matches()) {
            throw wrong(text, FORM);
        }
        String operation = matcher.group(1) == null ? "" : matcher.group(1);
        boolean all = operation.equals("all");
        return new ChangeRule(
                text.strip(),
                all ? BlockReader.ALL : operation,
                figure(text, matcher.group(2)),
                matcher.group(3).equals(">"),
                limit(text, matcher.group(4)));
    }

    private static Figure figure(String text, String word) {
        for (Figure figure : Figure.values()) {
            if (figure.label().equals(word)) {
                return figure;
            }
        }
        throw wrong(text, "throughput, p50, p99 or p99.9 in place of " + word);
    }

    private static double limit(String text, String number) {
        double limit = Double.parseDouble(number) / 100;
        if (limit <= -1) {
            throw wrong(text, "a change above -100%");
        }
        return limit;
    }

    private static AnalysisException wrong(String text, String right) {
        return new AnalysisException("--fail-if \"" + Printable.line(text) + "\": expected " + right);
    }

    /** Looks at every operation that it is about. */
    public List<Outcome> judge(RunComparison comparison) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Operation candidate : comparison.operations()) {
            if (operation.isEmpty() || operation.equals(candidate.name())) {
                candidate.figures().stream()
                        .filter(compared -> compared.figure() == figure)
                        .forEach(compared -> outcomes.add(outcome(candidate, compared)));
            }
        }
        if (outcomes.isEmpty()) {
            List<String> names = comparison.operations().stream()
                    .map(Operation::name)
                    .distinct()
                    .toList();
            throw wrong(text, "an operation that both runs have: " + String.join(", ", names));
        }
        return outcomes;
    }

    private Outcome outcome(Operation of, Compared compared) {
        return new Outcome(this, of, compared.ratio(), gate(of, compared.ratio()));
    }

    private Gate gate(Operation of, Interval ratio) {
        if (of.trials() < Gate.MIN_TRIALS || !of.steady()) {
            return Gate.UNDECIDED;
        }
        return above ? Gate.atMost(1 + limit, ratio) : Gate.atLeast(1 + limit, ratio);
    }
}
