package muster.coordinator.server.figures;

import java.util.List;
import java.util.function.Supplier;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.PhaseBooks;
import muster.coordinator.core.event.PhaseFigures;
import muster.model.PhaseAt;
import muster.store.file.PhaseRecords;
import muster.store.file.phase.PhaseAggregate;

/** Ends a phase in the store, and computes the figures that it is judged by. */
public final class PhaseClosing {
    private PhaseClosing() {}

    /**
     * Of the phase that ends.
     *
     * @param okBySecond asked once the phase has ended: one that was stopped loses what was completed later from its
     *     throughput only there
     */
    public static PhaseFigures figures(PhaseRecords phases, Action.ClosePhase close, Supplier<List<Long>> okBySecond) {
        PhaseAt at = close.end().at();
        PhaseAggregate aggregate = phases.aggregate(at);
        phases.end(close.end());
        return ThresholdFigures.of(
                aggregate, close.seconds(), books(phases.coverage(at)), okBySecond.get(), phases.answers(at));
    }

    private static PhaseBooks books(PhaseRecords.Coverage coverage) {
        return new PhaseBooks(coverage.planned(), coverage.covered(), coverage.missing(), coverage.counted());
    }
}
