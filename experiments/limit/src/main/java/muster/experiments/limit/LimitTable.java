package muster.experiments.limit;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import muster.store.table.OtherColumn;
import muster.text.Quantity;

/**
 * The rows of searches while they run; the heading again before the first step with absent or duplicate operations. Where several take
 * turns, each row begins with the name of its target.
 */
final class LimitTable {
    private static final int LATENCY_WIDTH = 10;
    private static final String TARGET = "target";

    private final Set<OtherColumn> others = EnumSet.noneOf(OtherColumn.class);
    private final Map<String, Integer> steps = new HashMap<>();
    private final int nameWidth;

    /** @param names of the targets; one that is "" where there is only one */
    LimitTable(List<String> names) {
        nameWidth = names.stream().mapToInt(String::length).max().orElse(0);
    }

    /** The lines of the next step of a target. */
    List<String> next(String name, StepResult step) {
        boolean first = steps.isEmpty();
        int number = steps.merge(name, 1, Integer::sum);
        boolean more = others.addAll(OtherColumn.of(List.of(step.counts())));
        List<String> lines = new ArrayList<>();
        if (first || more) {
            lines.add(named(TARGET, heading(step)));
        }
        lines.add(named(name, row(number, step)));
        return lines;
    }

    private String named(String name, String row) {
        return nameWidth == 0 ? row : String.format("%-" + Math.max(nameWidth, TARGET.length()) + "s  %s", name, row);
    }

    private String heading(StepResult step) {
        return line(
                step,
                "step",
                "offered/s",
                "completed/s",
                step.latency().name(),
                "errors",
                cells(OtherColumn::title),
                "holds",
                "limited by");
    }

    private String row(int number, StepResult step) {
        return line(
                        step,
                        number,
                        LimitText.rate(step.rate()),
                        LimitText.rate(step.throughput()),
                        Quantity.duration(step.latency().ns()),
                        Quantity.percent(step.errorPercent()),
                        cells(other -> Quantity.percent(other.percent(step.counts()))),
                        step.holds() ? "yes" : "no",
                        step.valid() ? step.limitedBy() : step.limitedBy() + " (run invalid)")
                .stripTrailing();
    }

    private String cells(Function<OtherColumn, String> cell) {
        return others.stream()
                .map(other -> "%9s  ".formatted(cell.apply(other)))
                .collect(Collectors.joining());
    }

    /** The name of what is bounded may be long: "recentPosts service p99.9". */
    private static String line(StepResult step, Object... cells) {
        int width = Math.max(LATENCY_WIDTH, step.latency().name().length());
        return ("%4s  %12s  %12s  %" + width + "s  %9s  %s%-5s  %s").formatted(cells);
    }
}
