package muster.coordinator.core.verdict;

import java.util.List;
import muster.coordinator.core.event.PhaseFigures;
import muster.store.file.row.CheckRow;
import muster.store.file.row.PhaseAt;
import muster.workloads.plan.PhaseKind;

/** Warns where operations of a load failed: what is measured afterwards is another graph than the plan says. */
public final class LoadCheck {
    private LoadCheck() {}

    /** One row for a phase of a load of which something failed. */
    public static List<CheckRow> of(PhaseAt at, PhaseKind kind, PhaseFigures figures) {
        if (kind != PhaseKind.LOAD) {
            return List.of();
        }
        return figures.operations().stream()
                .filter(row -> row.operation().isEmpty() && row.timing().equals("service") && row.errors() > 0)
                .map(row -> CheckRows.warning(
                        at,
                        CheckRow.FAILED_LOAD,
                        "0 operations",
                        "%d of %d operations in %s".formatted(row.errors(), row.all(), at.phase()),
                        "",
                        "the graph is smaller than the plan says: load with fewer clients, or more target.retries"))
                .toList();
    }
}
