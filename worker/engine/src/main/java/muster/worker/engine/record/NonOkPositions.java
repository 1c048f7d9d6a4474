package muster.worker.engine.record;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import muster.worker.engine.execution.Execution;
import muster.worker.engine.record.Interval.Excepted;
import muster.workloads.target.Outcome;
import org.jspecify.annotations.Nullable;

/** Positions whose outcome was not simply ok, by class: few, as long as the database works. */
final class NonOkPositions {
    /** What the oracle tells apart; the label is the name on the wire. */
    private enum Kind {
        ABSENT("absent"),
        DUPLICATE("duplicate"),
        UNCERTAIN("uncertain"),
        AGAIN("again");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        private static @Nullable Kind of(Outcome outcome, boolean again) {
            if (outcome == Outcome.OK) {
                return again ? AGAIN : null;
            }
            if (outcome.error()) {
                return UNCERTAIN;
            }
            return outcome == Outcome.ABSENT ? ABSENT : DUPLICATE;
        }
    }

    private final Map<Kind, CoverageRecorder> byKind = new EnumMap<>(Kind.class);

    void add(Execution done) {
        boolean again = done.againAfterLostAnswer();
        for (int i = 0; i < done.size(); i++) {
            Kind kind = Kind.of(done.outcome(i), again);
            if (kind != null) {
                of(kind).add(done.lease(), done.position() + i, 1);
            }
        }
    }

    private CoverageRecorder of(Kind kind) {
        return byKind.computeIfAbsent(kind, first -> new CoverageRecorder());
    }

    void addAll(NonOkPositions other) {
        other.byKind.forEach((kind, coverage) -> of(kind).addAll(coverage));
    }

    void clear() {
        byKind.values().forEach(CoverageRecorder::clear);
    }

    List<Excepted> excepted() {
        return byKind.entrySet().stream()
                .filter(entry -> entry.getValue().positions() > 0)
                .map(entry ->
                        new Excepted(entry.getKey().label, entry.getValue().covered()))
                .toList();
    }
}
