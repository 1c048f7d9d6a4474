package muster.store.file.row;

/** What {@link muster.model.OutcomeCounts} says of outcomes, as SQL about a column "outcome". */
public final class OutcomeSql {
    public static final String IS_ERROR = "outcome NOT IN ('ok', 'absent', 'duplicate')";

    private OutcomeSql() {}
}
