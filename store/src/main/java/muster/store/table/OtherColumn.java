package muster.store.table;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import muster.model.OutcomeCounts;

/** The columns of a table for operations that are neither ok nor errors: by name, and only of what there is any. */
public enum OtherColumn {
    ABSENT("absent"),
    DUPLICATE("duplicate");

    private final String title;

    OtherColumn(String title) {
        this.title = title;
    }

    /** Those that a table of these rows needs. */
    public static List<OtherColumn> of(Collection<OutcomeCounts> rows) {
        return Arrays.stream(values())
                .filter(column -> rows.stream().anyMatch(row -> column.of(row) > 0))
                .toList();
    }

    public String title() {
        return title;
    }

    public long of(OutcomeCounts row) {
        return switch (this) {
            case ABSENT -> row.absent();
            case DUPLICATE -> row.duplicate();
        };
    }

    /** In per cent of the operations; 0 of none. */
    public double percent(OutcomeCounts row) {
        return row.operations() == 0 ? 0 : 100.0 * of(row) / row.operations();
    }
}
