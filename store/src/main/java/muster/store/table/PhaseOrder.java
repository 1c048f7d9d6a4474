package muster.store.table;

/** Sorts rows of a view by the places of their phases in the plan: the names of phases have the order of the alphabet. */
public final class PhaseOrder {
    private static final String PLACE = "(SELECT ordinal FROM phase p WHERE p.run_id = %1$s.run_id"
            + " AND p.step = %1$s.step AND p.trial = %1$s.trial AND p.phase = %1$s.phase)";

    private PhaseOrder() {}

    /**
     * The columns of an ORDER BY.
     *
     * @param view whose rows are read, without an alias
     * @param columns as they would be named, "step, trial, phase"
     */
    public static String of(String view, String columns) {
        return columns.replaceAll("\\bphase\\b", PLACE.formatted(view));
    }
}
