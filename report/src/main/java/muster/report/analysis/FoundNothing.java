package muster.report.analysis;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.store.table.Row;

/**
 * Operations of which every answer was empty (docs/semantics.md rule 31), in one of several things that are compared: it is not named the
 * best. Where each finds nothing of an operation they all do the same work; answers that are as expected are no fault.
 */
public final class FoundNothing {
    private FoundNothing() {}

    /**
     * Of each of what is compared, those that not all of them share; nothing for most.
     *
     * @param all what is compared
     * @param answers rows of answer_summary
     * @param of to which of {@code all} a row belongs
     * @param name of the operation of a row, the same in each of {@code all}
     */
    public static <K> Map<K, Set<String>> of(
            Set<K> all, List<Row> answers, Function<Row, K> of, Function<Row, String> name) {
        Map<K, Set<String>> empty = answers.stream()
                .filter(row -> all.contains(of.apply(row)) && isEmpty(row))
                .collect(Collectors.groupingBy(of, Collectors.mapping(name, Collectors.toCollection(TreeSet::new))));
        Set<String> shared = all.stream()
                .map(key -> empty.getOrDefault(key, Set.of()))
                .flatMap(names -> names.stream())
                .filter(each -> all.stream()
                        .allMatch(key -> empty.getOrDefault(key, Set.of()).contains(each)))
                .collect(Collectors.toSet());
        empty.values().forEach(names -> names.removeAll(shared));
        return empty;
    }

    /** Files of earlier builds have no such counts. */
    private static boolean isEmpty(Row row) {
        return Stream.of("answered", "empty").allMatch(row::has)
                && row.whole("empty") > 0
                && row.whole("empty") == row.whole("answered")
                && (row.whole("compared") < row.whole("answered") || row.whole("wrong") > 0);
    }
}
