package muster.worker.engine.record;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import muster.model.IntervalFigures.Slow;

/** The slowest operations of an interval by response time; asking whether one is among them costs a comparison. */
final class SlowestOperations {
    private static final int KEPT = 20;

    private final List<Slow> kept = new ArrayList<>(KEPT);
    private long floorNs = -1;

    boolean admits(long responseNs) {
        return responseNs > floorNs;
    }

    void add(Slow slow) {
        if (kept.size() < KEPT) {
            kept.add(slow);
        } else if (admits(slow.responseNs())) {
            kept.set(leastAt(), slow);
        }
        if (kept.size() == KEPT) {
            floorNs = kept.get(leastAt()).responseNs();
        }
    }

    void addAll(SlowestOperations other) {
        other.kept.forEach(this::add);
    }

    void clear() {
        kept.clear();
        floorNs = -1;
    }

    /** Slowest first. */
    List<Slow> sorted() {
        return kept.stream()
                .sorted(Comparator.comparingLong(Slow::responseNs).reversed())
                .toList();
    }

    private int leastAt() {
        int least = 0;
        for (int i = 1; i < kept.size(); i++) {
            if (kept.get(i).responseNs() < kept.get(least).responseNs()) {
                least = i;
            }
        }
        return least;
    }
}
