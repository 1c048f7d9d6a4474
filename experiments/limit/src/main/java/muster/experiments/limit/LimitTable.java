package muster.experiments.limit;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import muster.store.table.AlignedRows;
import muster.store.table.OtherColumn;
import muster.text.Quantity;

/** A row a step of the searches of one command, in the order in which they ended. Where several take turns, each begins with the name of its target. */
final class LimitTable {
    private final boolean named;
    private final Set<OtherColumn> others = EnumSet.noneOf(OtherColumn.class);
    private final Map<String, Integer> counts = new HashMap<>();
    private final List<Step> steps = new ArrayList<>();

    private record Step(String name, int number, StepResult result) {}

    /** @param names of the targets; one that is "" where there is only one */
    LimitTable(List<String> names) {
        named = names.stream().anyMatch(name -> !name.isEmpty());
    }

    /** The lines of the next step of a target; with a heading before the first one, and where there is a new column. */
    List<String> next(String name, StepResult step) {
        boolean more = others.addAll(OtherColumn.of(List.of(step.counts())));
        steps.add(new Step(name, counts.merge(name, 1, Integer::sum), step));
        List<String> lines = lines();
        return more || steps.size() == 1 ? List.of(lines.getFirst(), lines.getLast()) : List.of(lines.getLast());
    }

    /** All steps so far; none before the first. */
    List<String> lines() {
        if (steps.isEmpty()) {
            return List.of();
        }
        List<List<String>> rows = new ArrayList<>(List.of(heading()));
        steps.forEach(step -> rows.add(row(step)));
        int first = named ? 1 : 0;
        int holds = rows.getFirst().size() - 2;
        return AlignedRows.lines(rows, column -> column >= first && column < holds);
    }

    private List<String> heading() {
        List<String> cells = new ArrayList<>(named ? List.of("target") : List.of());
        String latency = steps.getFirst().result().latency().name();
        cells.addAll(List.of("step", "offered/s", "completed/s", latency, "errors"));
        others.forEach(other -> cells.add(other.title()));
        cells.addAll(List.of("holds", "limited by"));
        return cells;
    }

    private List<String> row(Step step) {
        StepResult result = step.result();
        List<String> cells = new ArrayList<>(named ? List.of(step.name()) : List.of());
        cells.addAll(List.of(
                Integer.toString(step.number()),
                LimitText.rate(result.rate()),
                LimitText.rate(result.throughput()),
                Quantity.duration(result.latency().ns()),
                Quantity.percent(result.errorPercent())));
        others.forEach(other -> cells.add(Quantity.percent(other.percent(result.counts()))));
        cells.add(result.holds() ? "yes" : "no");
        cells.add(result.valid() ? result.limitedBy() : result.limitedBy() + " (run invalid)");
        return cells;
    }
}
