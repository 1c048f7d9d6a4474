package muster.coordinator.core.verdict;

import java.util.ArrayList;
import java.util.List;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.CrashRow;

/**
 * What follows from a crash. Lost writes are a figure and a warning: a database may be set to lose some. A refused write
 * that is there, or a part of a transaction, is a wrong answer at any setting.
 */
public final class CrashVerdict {
    private CrashVerdict() {}

    public static List<CheckRow> of(CrashRow crash) {
        CheckRows checks = new CheckRows(crash.at(), CheckKind.ORACLE);
        String phase = crash.at().phase() + ": ";
        none(checks, phase + "phantom writes", crash.phantoms(), "writes that were answered with absent are there");
        none(checks, phase + "half transactions", crash.halfTransactions(), "transactions are there in part");
        List<CheckRow> rows = new ArrayList<>(checks.rows());
        if (crash.lost() > 0) {
            rows.add(CheckRows.warning(
                    crash.at(),
                    phase + "lost writes",
                    "0",
                    Long.toString(crash.lost()),
                    "",
                    "%,d of %,d writes that the database had acknowledged were gone after the crash (%s)"
                            .formatted(crash.lost(), crash.acknowledged(), crash.how())));
        }
        return rows;
    }

    private static void none(CheckRows checks, String name, long observed, String reason) {
        checks.add(name, "0", Long.toString(observed), observed == 0, "", observed + " " + reason);
    }
}
