package muster.store.table;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sorts rows of a view by the places of their phases in the plan: the names of phases have the order of the alphabet. */
public final class PhaseOrder {
    private PhaseOrder() {}

    /**
     * The columns of an ORDER BY.
     *
     * @param view whose rows are read, without an alias
     * @param columns as they would be named, "step, trial, phase"
     */
    public static String of(String view, String columns) {
        String place = Stream.of("run_id", "step", "trial", "phase")
                .map(key -> "p." + key + " = " + view + "." + key)
                .collect(Collectors.joining(" AND ", "(SELECT ordinal FROM phase p WHERE ", ")"));
        return columns.replaceAll("\\bphase\\b", place);
    }
}
