package muster.coordinator.server.figures;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
                aggregate, close.time(), books(phases.coverage(at)), okBySecond.get(), phases.answers(at));
    }

    private static Map<String, PhaseBooks> books(Map<String, PhaseRecords.Coverage> coverage) {
        Map<String, PhaseBooks> books = new TreeMap<>();
        coverage.forEach((stream, of) ->
                books.put(stream, new PhaseBooks(of.planned(), of.covered(), of.missing(), of.counted())));
        return books;
    }
}
