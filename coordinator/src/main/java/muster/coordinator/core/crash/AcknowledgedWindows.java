package muster.coordinator.core.crash;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import muster.coordinator.core.lease.IndexSet;
import muster.model.IndexRange;
import org.jspecify.annotations.Nullable;

/** Which indexes were answered when, as exactly as snapshots say. Times are nanoseconds of the coordinator's clock. */
final class AcknowledgedWindows {
    private static final long SECOND_NS = 1_000_000_000;
    private static final double RECOVERED = 0.9;

    private final List<Window> windows = new ArrayList<>();

    /** @param ok how many of the indexes were answered with ok */
    record Window(long startNs, long endNs, long ok, List<IndexRange> indexes) {
        private boolean holds(long index) {
            return indexes.stream().anyMatch(range -> index >= range.first() && index < range.first() + range.count());
        }
    }

    void add(Window window) {
        windows.add(window);
    }

    /** Indexes that were answered before this time, those of the interval that holds it included. */
    List<Long> before(long ns) {
        IndexSet indexes = new IndexSet();
        windows.stream()
                .filter(window -> window.startNs() < ns)
                .flatMap(window -> window.indexes().stream())
                .forEach(range -> indexes.add(range.first(), range.count()));
        return indexes.runs();
    }

    /** When the index was answered; null if no snapshot covers it. */
    @Nullable
    Window of(long index) {
        return windows.stream()
                .filter(window -> window.holds(index))
                .findFirst()
                .orElse(null);
    }

    /** Ok a second between two times. */
    double perS(long fromNs, long toNs) {
        long ok = windows.stream()
                .filter(window -> window.startNs() >= fromNs && window.startNs() < toNs)
                .mapToLong(Window::ok)
                .sum();
        return toNs <= fromNs ? 0 : ok * 1e9 / (toNs - fromNs);
    }

    /** End of the first interval after this time in which something was answered with ok; 0 if there is none. */
    long firstOkNs(long afterNs) {
        return windows.stream()
                .filter(window -> window.startNs() >= afterNs && window.ok() > 0)
                .mapToLong(Window::endNs)
                .min()
                .orElse(0);
    }

    /** End of the first second after this time with 90 % of a throughput; 0 if there is none. */
    long recoveredNs(long afterNs, double perS) {
        return windows.stream()
                .filter(window -> window.endNs() >= afterNs + SECOND_NS && perS > 0)
                .sorted(Comparator.comparingLong(Window::endNs))
                .filter(window -> perS(window.endNs() - SECOND_NS, window.endNs()) >= RECOVERED * perS)
                .mapToLong(Window::endNs)
                .findFirst()
                .orElse(0);
    }
}
