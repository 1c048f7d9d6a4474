package muster.coordinator.core.verdict;

import java.util.List;
import java.util.Optional;
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
        String observed = "0 of %,d operations%s".formatted(load.figures().counted(), of(load.stream()));
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

    /**
     * Of a warm-up, or a stream of it, none of whose operations completed: what is measured after it meets a server that is cold.
     *
     * @param stream its name; "" for the only one
     */
    public static Optional<CheckRow> warmup(PhaseAt at, String stream, PhaseFigures figures) {
        return figures.counted() == 0 || figures.completed() > 0
                ? Optional.empty()
                : Optional.of(CheckRows.warning(
                        at,
                        "failed warm-up",
                        EXPECTED,
                        "0 of %,d operations%s".formatted(figures.counted(), of(stream)),
                        "",
                        "all operations%s in phase %s failed (%s), so it warmed nothing up"
                                .formatted(of(stream), at.phase(), causes(figures.outcomes()))));
    }

    private static String of(String stream) {
        return stream.isEmpty() ? "" : " of stream " + stream;
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
