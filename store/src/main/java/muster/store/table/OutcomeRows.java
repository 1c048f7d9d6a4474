package muster.store.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import muster.model.OutcomeCounts;
import muster.text.Quantity;

/** How operations ended, where a table has a column for each side of a comparison: rows that add up to the operations. */
public final class OutcomeRows {
    private OutcomeRows() {}

    /** Cells of the rows "ok" and "errors", and of others of which there are any: a label, then a number a side. None of no operation. */
    public static List<List<String>> of(Collection<OutcomeCounts> sides) {
        if (sides.stream().allMatch(side -> side.operations() == 0)) {
            return List.of();
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("ok", sides, OutcomeCounts::ok));
        rows.add(row("errors", sides, OutcomeCounts::errors));
        OtherColumn.of(sides).forEach(other -> rows.add(row(other.title(), sides, other::of)));
        return rows;
    }

    private static List<String> row(
            String label, Collection<OutcomeCounts> sides, ToLongFunction<OutcomeCounts> count) {
        return Stream.concat(
                        Stream.of(label), sides.stream().map(side -> Quantity.number((double) count.applyAsLong(side))))
                .toList();
    }
}
