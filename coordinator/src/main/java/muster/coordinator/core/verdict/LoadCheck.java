package muster.coordinator.core.verdict;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OutcomeCount;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;

/**
 * Whether a part of a load did what it planned; otherwise what is measured afterwards is another graph than the plan says
 * (docs/semantics.md rule 30). "duplicate" is no failure: an operation of a load is idempotent, and may be executed again after a crash or
 * on data that are there.
 */
public final class LoadCheck {
    private static final String CURE =
            "load with fewer clients, more target.retries or a longer target.operationTimeout";

    private final PhaseAt at;
    private final PhaseFigures figures;

    private LoadCheck(PhaseAt at, PhaseFigures figures) {
        this.at = at;
        this.figures = figures;
    }

    /** One row for a phase of a load of which something failed. */
    public static List<CheckRow> rows(PhaseAt at, PhaseSpec spec, PhaseFigures figures) {
        LoadCheck check = new LoadCheck(at, figures);
        return failed(spec, check) ? List.of(check.row(spec)) : List.of();
    }

    /** Why the run ends with this phase; empty if it does not. */
    public static Optional<String> failure(PhaseAt at, PhaseSpec spec, PhaseFigures figures) {
        LoadCheck check = new LoadCheck(at, figures);
        return failed(spec, check) && !spec.continuesOnError() ? Optional.of(check.failure(spec)) : Optional.empty();
    }

    private static boolean failed(PhaseSpec spec, LoadCheck check) {
        return spec.kind() == PhaseKind.LOAD && check.undone() > 0;
    }

    private CheckRow row(PhaseSpec spec) {
        return CheckRows.warning(
                at,
                CheckRow.FAILED_LOAD,
                "0 operations",
                "%,d of %,d operations in %s".formatted(undone(), planned(), at.phase()),
                "",
                "the graph is smaller than the plan says"
                        + (spec.continuesOnError() ? ": " + CURE : ", so the run ended with it"));
    }

    private String failure(PhaseSpec spec) {
        return "load failed: %,d of %,d operations of phase %s failed (%s); %s, or set onError: continue in the load phase (--set %s.onError=continue)"
                .formatted(undone(), planned(), at.phase(), causes(), CURE, spec.name());
    }

    private long undone() {
        return failed().stream().mapToLong(OutcomeCount::count).sum()
                + figures.books().missing();
    }

    private long planned() {
        return figures.counted() + figures.books().missing();
    }

    /** The most frequent first. "absent" is among them: an end of an edge, or what the operation was to act on, is not there. */
    private List<OutcomeCount> failed() {
        return figures.outcomes().stream()
                .filter(of -> !of.outcome().equals("ok") && !of.outcome().equals("duplicate") && of.count() > 0)
                .toList();
    }

    private String causes() {
        List<OutcomeCount> failed = failed();
        String missing = figures.books().missing() > 0
                ? "%,d not done".formatted(figures.books().missing())
                : "";
        if (failed.isEmpty()) {
            return missing;
        }
        String classes = failed.stream().map(OutcomeCount::outcome).limit(3).collect(Collectors.joining(", "));
        return NoMeasurementCheck.withMessage(classes, failed.getFirst()) + (missing.isEmpty() ? "" : "; " + missing);
    }
}
