package muster.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import muster.coordinator.core.event.OutcomeMessages;
import muster.protocol.SweepResult;
import muster.protocol.SweepStepResult;
import muster.store.table.AlignedRows;
import muster.store.table.OtherColumn;
import muster.text.Quantity;

/** A sweep for people: one row a step with its values, then the answer. */
public final class SweepText {
    private SweepText() {}

    /**
     * Its lines.
     *
     * @param several whether more than one is printed, so that each needs a heading
     */
    public static List<String> of(SweepResult sweep, boolean several) {
        List<List<String>> rows = new ArrayList<>();
        List<OtherColumn> others = OtherColumn.of(sweep.getStepsList().stream()
                .map(step -> OutcomeMessages.of(step.getCounts()))
                .toList());
        rows.add(heading(sweep, others));
        sweep.getStepsList().forEach(step -> rows.add(row(step, others)));
        List<String> lines = new ArrayList<>();
        if (several) {
            lines.add("");
            lines.add((sweep.getPhase() + " " + sweep.getGroup()).strip());
        }
        // Values, remark and limit are text.
        int keys = sweep.getKeysCount();
        int remark = rows.getFirst().size() - 1;
        lines.addAll(AlignedRows.lines(rows, i -> i == 0 || (i > keys && i < remark - 1)));
        if (sweep.getColdTrials() > 0) {
            lines.add("medians over trials, the first of which is left out: it meets a cold server");
        }
        // The answer of all is last, as it is what is asked for.
        sweep.getSentencesList().stream().skip(1).forEach(lines::add);
        sweep.getSentencesList().stream().limit(1).forEach(lines::add);
        return lines;
    }

    private static List<String> heading(SweepResult sweep, List<OtherColumn> others) {
        List<String> heading = new ArrayList<>();
        heading.add("step");
        heading.addAll(sweep.getKeysList());
        heading.addAll(List.of("trials", sweep.getUnit(), "95 % interval", "p50", "p99", "errors"));
        others.forEach(column -> heading.add(column.title()));
        heading.addAll(List.of("limited by", ""));
        return heading;
    }

    private static List<String> row(SweepStepResult step, List<OtherColumn> others) {
        List<String> row = new ArrayList<>();
        row.add(Integer.toString(step.getStep()));
        row.addAll(step.getValuesList());
        row.add(Integer.toString(step.getTrials()));
        row.add(step.hasPerS() ? Quantity.number(step.getPerS()) : Quantity.NONE);
        row.add(
                step.hasLow() && step.hasHigh()
                        ? Quantity.number(step.getLow()) + " - " + Quantity.number(step.getHigh())
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
