package muster.coordinator.core.verdict;

import java.util.List;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OutcomeCount;
import muster.coordinator.core.verdict.ValidityCheck.Load;
import muster.model.CheckRow;
import muster.model.PhaseAt;

/** Whether a measure phase measured anything: one in which no operation completed is no measurement (docs/semantics.md rule 30). */
public final class NoMeasurementCheck {
    private static final String EXPECTED = "an operation that completed";

    private NoMeasurementCheck() {}

    /**
     * Of a measure phase without a completed operation, or with a stream that has none.
     *
     * @param load the one that measured nothing
     * @param endsSweep whether an automatic sweep ends here: then it is what the sweep looked for
     */
    public static CheckRow row(PhaseAt at, Load load, boolean endsSweep) {
        String of = load.stream().isEmpty() ? "" : " of stream " + load.stream();
        String observed = "0 of %,d operations%s".formatted(load.figures().counted(), of);
        return endsSweep
                ? CheckRows.fact(at, CheckRow.NOTHING_MEASURED, EXPECTED, observed)
                : CheckRows.warning(at, CheckRow.NOTHING_MEASURED, EXPECTED, observed, "", "there is no verdict");
    }

    /** Why there is no verdict, of a phase that has such a row. */
    public static String reason(PhaseAt at, Load load) {
        PhaseFigures figures = load.figures();
        String nothing = "nothing was measured in "
                + (load.stream().isEmpty() ? "" : "stream " + load.stream() + " of ") + "phase " + at.phase() + ": ";
        return figures.counted() == 0
                ? nothing
                        + "0 operations completed; measure for longer, or find out why none ended (./muster check, the workers' logs)"
                : nothing
                        + "all %,d of %,d operations failed (%s)"
                                .formatted(figures.counted(), figures.counted(), causes(figures.outcomes()));
    }

    private static String causes(List<OutcomeCount> outcomes) {
        OutcomeCount first = outcomes.getFirst();
        return withMessage(first.outcome(), first);
    }

    static String withMessage(String classes, OutcomeCount example) {
        return example.firstMessage().isBlank()
                ? classes
                : classes + ": "
                        + example.firstMessage().strip().lines().findFirst().orElse("");
    }
}
