package muster.cli.limit;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import muster.store.table.OtherColumn;
import muster.text.Quantity;

/** The rows of a search while it runs; the heading again before the first step with absent or duplicate operations. */
final class LimitTable {
    private static final int LATENCY_WIDTH = 10;

    private final Set<OtherColumn> others = EnumSet.noneOf(OtherColumn.class);
    private int steps;

    /** The lines of the next step. */
    List<String> next(StepResult step) {
        boolean more = others.addAll(OtherColumn.of(List.of(step.counts())));
        List<String> lines = new ArrayList<>();
        if (++steps == 1 || more) {
            lines.add(heading(step));
        }
        lines.add(row(step));
        return lines;
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

    private String row(StepResult step) {
        return line(
                        step,
                        steps,
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
