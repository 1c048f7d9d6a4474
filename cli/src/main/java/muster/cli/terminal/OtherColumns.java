package muster.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import muster.store.file.row.OutcomeCounts;

/** The columns of a table for operations that are neither ok nor errors: by name, and only of what there is any. */
enum OtherColumns {
    ABSENT("absent"),
    DUPLICATE("duplicate");

    final String title;

    OtherColumns(String title) {
        this.title = title;
    }

    /** Those that a table of these rows needs. */
    static List<OtherColumns> of(List<OutcomeCounts> rows) {
        List<OtherColumns> needed = new ArrayList<>(List.of(values()));
        needed.removeIf(column -> rows.stream().allMatch(row -> column.of(row) == 0));
        return needed;
    }

    long of(OutcomeCounts row) {
        return switch (this) {
            case ABSENT -> row.absent();
            case DUPLICATE -> row.duplicate();
        };
    }

    /** In per cent of the operations. */
    double percent(OutcomeCounts row) {
        return 100.0 * of(row) / row.operations();
    }
}
