package muster.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import muster.cli.RunComparison.Compared;
import muster.cli.RunComparison.Operation;
import muster.store.BlockReader;
import muster.store.OperationBlocks.Figure;
import muster.store.Printable;
import muster.store.statistics.Interval;

/**
 * A rule such as "post p99 > +5%": it fails where the whole interval of B's change is beyond the limit, so that chance
 * does not.
 *
 * @param operation "" for any
 * @param above whether a change above the limit fails, or one below
 * @param limit share: 0.05 for +5%
 */
record FailIf(String text, String operation, Figure figure, boolean above, double limit) {
    private static final Pattern RULE =
            Pattern.compile("(?:(\\S+)\\s+)?(\\S+)\\s*([<>])\\s*([+-]?\\d{1,6}(?:\\.\\d{1,6})?)\\s*%");
    private static final String FORM = "[OPERATION] throughput|p50|p99|p99.9 >|< CHANGE%, such as 'p99 > +5%',"
            + " 'post p50 > +2.5%' or 'throughput < -3%'";

    /** What a rule came to for one operation. */
    record Outcome(FailIf rule, String step, String operation, Interval ratio, Finding finding) {}

    /** Ordered from harmless to bad. */
    enum Finding {
        RULED_OUT,
        UNDECIDED,
        SHOWN
    }

    static FailIf parse(String text) {
        Matcher matcher = RULE.matcher(text.strip());
        if (!matcher.matches()) {
            throw wrong(text, FORM);
        }
        String operation = matcher.group(1) == null ? "" : matcher.group(1);
        boolean all = operation.equals("all");
        return new FailIf(
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

    private static Failure wrong(String text, String right) {
        return Failure.badInput("--fail-if \"" + Printable.line(text) + "\": expected " + right);
    }

    /** Looks at every operation that it is about. */
    List<Outcome> judge(RunComparison comparison) {
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
        return new Outcome(this, of.step(), of.name(), compared.ratio(), finding(compared.ratio()));
    }

    private Finding finding(Interval ratio) {
        if (!ratio.bounded()) {
            return Finding.UNDECIDED;
        }
        double limit = 1 + this.limit;
        boolean shown = above ? ratio.low() > limit : ratio.high() < limit;
        boolean ruledOut = above ? ratio.high() <= limit : ratio.low() >= limit;
        return shown ? Finding.SHOWN : ruledOut ? Finding.RULED_OUT : Finding.UNDECIDED;
    }
}
