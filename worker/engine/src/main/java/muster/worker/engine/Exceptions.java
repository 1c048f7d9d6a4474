package muster.worker.engine;

import java.util.Arrays;
import java.util.List;
import muster.worker.engine.Interval.Excepted;
import muster.workloads.target.Outcome;
import org.jspecify.annotations.Nullable;

/** Positions whose outcome was not simply ok, by class: few, as long as the database works. */
final class Exceptions {
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

    private final Coverage[] byKind = new Coverage[Kind.values().length];

    Exceptions() {
        Arrays.setAll(byKind, kind -> new Coverage(8));
    }

    void add(Execution done) {
        boolean again = done.againAfterLostAnswer();
        for (int i = 0; i < done.size(); i++) {
            Kind kind = Kind.of(done.outcome(i), again);
            if (kind != null) {
                byKind[kind.ordinal()].add(done.lease(), done.position() + i, 1);
            }
        }
    }

    void addAll(Exceptions other) {
        for (int kind = 0; kind < byKind.length; kind++) {
            byKind[kind].addAll(other.byKind[kind]);
        }
    }

    void clear() {
        for (Coverage coverage : byKind) {
            coverage.clear();
        }
    }

    List<Excepted> excepted() {
        return Arrays.stream(Kind.values())
                .filter(kind -> byKind[kind.ordinal()].positions() > 0)
                .map(kind -> new Excepted(kind.label, byKind[kind.ordinal()].covered()))
                .toList();
    }
}
