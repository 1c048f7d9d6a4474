package muster.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import muster.coordinator.core.event.OutcomeMessages;
import muster.protocol.SweepResult;
import muster.protocol.SweepStepResult;
import muster.store.table.AlignedRows;
import muster.store.table.OtherColumn;
import muster.text.Quantity;

/** A sweep for people: the answer, and one row a step with its values. */
public final class SweepText {
    private SweepText() {}

    /** With nothing else to say of a run. */
    public static Ending ending(List<SweepResult> sweeps) {
        boolean several = sweeps.size() > 1;
        return new Ending(
                "",
                sweeps.stream()
                        .flatMap(sweep -> answers(sweep, several).stream())
                        .toList(),
                sweeps.stream().map(sweep -> table(sweep, several)).toList(),
                sweeps.stream().flatMap(sweep -> notes(sweep).stream()).toList());
    }

    /**
     * The answer of all, then where there are several operations one of each.
     *
     * @param several whether more than one sweep is printed, so that each needs a name
     */
    static List<String> answers(SweepResult sweep, boolean several) {
        String of = several ? name(sweep) + ": " : "";
        return sweep.getSentencesList().stream().map(sentence -> of + sentence).toList();
    }

    private static String name(SweepResult sweep) {
        return (sweep.getPhase() + " " + sweep.getGroup()).strip();
    }

    static List<String> notes(SweepResult sweep) {
        return sweep.getColdTrials() > 0
                ? List.of("medians over trials, the first of which is left out: it meets a cold server")
                : List.of();
    }

    /** Steps are named by their values. */
    static List<String> table(SweepResult sweep, boolean several) {
        List<OtherColumn> others = OtherColumn.of(sweep.getStepsList().stream()
                .map(step -> OutcomeMessages.of(step.getCounts()))
                .toList());
        List<List<String>> rows = new ArrayList<>();
        rows.add(heading(sweep, others));
        sweep.getStepsList().forEach(step -> rows.add(row(sweep, step, others)));
        // Values, remark and limit are text.
        int keys = Math.max(1, sweep.getKeysCount());
        int remark = rows.getFirst().size() - 1;
        List<String> lines = new ArrayList<>(several ? List.of("", name(sweep)) : List.of());
        lines.addAll(AlignedRows.lines(rows, i -> i >= keys && i < remark - 1));
        return lines;
    }

    private static List<String> heading(SweepResult sweep, List<OtherColumn> others) {
        List<String> heading = new ArrayList<>(sweep.getKeysCount() == 0 ? List.of("step") : sweep.getKeysList());
        heading.addAll(List.of("trials", sweep.getUnit(), "95 % interval", "p50", "p99", "errors"));
        others.forEach(column -> heading.add(column.title()));
        heading.addAll(List.of("limited by", ""));
        return heading;
    }

    private static List<String> row(SweepResult sweep, SweepStepResult step, List<OtherColumn> others) {
        List<String> row = new ArrayList<>(
                sweep.getKeysCount() == 0 ? List.of(Integer.toString(step.getStep())) : step.getValuesList());
        row.add(Integer.toString(step.getTrials()));
        row.add(step.hasPerS() ? Quantity.figure(step.getPerS()) : Quantity.NONE);
        row.add(
                step.hasLow() && step.hasHigh()
                        ? Quantity.figure(step.getLow()) + " to " + Quantity.figure(step.getHigh())
                        : Quantity.NONE);
        row.add(step.hasP50Ns() ? Quantity.duration(step.getP50Ns()) : Quantity.NONE);
        row.add(step.hasP99Ns() ? Quantity.duration(step.getP99Ns()) : Quantity.NONE);
        row.add(Quantity.percent(step.getErrorPercent()));
        others.forEach(column -> row.add(Quantity.percent(column.percent(OutcomeMessages.of(step.getCounts())))));
        row.add(step.getLimitedBy().isEmpty() ? Quantity.NONE : step.getLimitedBy());
        row.add(step.getRemark());
        return row;
    }
}
