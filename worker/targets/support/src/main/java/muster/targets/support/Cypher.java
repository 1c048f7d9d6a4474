package muster.targets.support;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import muster.workloads.schema.Column;

/** Parts of statements of Cypher about a plan's own data. */
public final class Cypher {
    private Cypher() {}

    /** Names hold letters, digits and _ only, but may be words of the language. */
    public static String quoted(String name) {
        return "`" + name + "`";
    }

    /**
     * Properties of a node or edge from the values of {@code row}; one that is null is not stored.
     *
     * @param offset the place of the first column's value in the row
     */
    public static String properties(List<Column> columns, int offset) {
        return IntStream.range(0, columns.size())
                .mapToObj(i -> "%s: row[%d]".formatted(quoted(columns.get(i).name()), i + offset))
                .collect(Collectors.joining(", "));
    }
}
