package muster.coordinator.core.phase;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import muster.protocol.Series;
import muster.protocol.Snapshot;

/** How often each operation had each outcome in the snapshots that were accepted: what is left if the store writes no more. */
public final class OutcomeCounts {
    private final Map<String, Map<String, Long>> counts = new TreeMap<>();

    void add(Snapshot snapshot) {
        for (Series series : snapshot.getSeriesList()) {
            if (series.getTiming().equals("service") && !series.getOperation().equals("transaction")) {
                counts.computeIfAbsent(series.getOperation(), operation -> new TreeMap<>())
                        .merge(series.getOutcome(), series.getSamples(), Long::sum);
            }
        }
    }

    /** Takes the counts of one operation by outcome. */
    public interface Reader {
        void read(String operation, Map<String, Long> byOutcome);
    }

    public void each(Reader reader) {
        counts.forEach(reader::read);
    }

    /** Operations that failed, by class of error. */
    public void errors(ObjLongConsumer<String> each) {
        counts.values()
                .forEach(byOutcome -> byOutcome.forEach((outcome, count) -> {
                    if (isError(outcome)) {
                        each.accept(outcome, count);
                    }
                }));
    }

    /** Whether operations of this outcome have failed. */
    public static boolean isError(String outcome) {
        return !outcome.equals("ok") && !outcome.equals("absent") && !outcome.equals("duplicate");
    }
}
