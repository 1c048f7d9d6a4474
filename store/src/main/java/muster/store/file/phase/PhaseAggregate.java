package muster.store.file.phase;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import muster.model.OperationName;
import muster.model.OutcomeCounts;
import muster.model.Series;
import muster.model.Series.Counters;
import muster.store.file.histogram.Distribution;
import muster.store.file.histogram.ValueCounts;

/** What the accepted reports of one phase hold, merged. Any thread may read it while the store's thread adds. */
public final class PhaseAggregate {
    private final Map<Series.Key, OperationTotals> byKey = new HashMap<>();
    private final CompletionRate pace = new CompletionRate();
    private long quarantined;
    private long lastCompletionNs;

    PhaseAggregate() {}

    /**
     * Counts over all operations that are counted and, where it is not said otherwise, over all outcomes.
     *
     * @param counts covered indexes by outcome
     * @param okInTime ok samples that count for throughput: not completed while draining
     * @param quarantined indexes that quarantined reports claim
     * @param lastCompletionNs coordinator's clock; 0 if nothing was completed
     */
    public record Totals(
            OutcomeCounts counts, long okInTime, Counters counters, long quarantined, long lastCompletionNs) {

        static final Totals NONE = new Totals(OutcomeCounts.NONE, 0, Counters.NONE, 0, 0);

        private Totals plus(Series.Key key, OperationTotals total) {
            boolean ok = key.outcome().equals("ok");
            return new Totals(
                    counts.plus(key.outcome(), total.samples),
                    okInTime + (ok ? total.inTime : 0),
                    counters.plus(total.counters),
                    quarantined,
                    lastCompletionNs);
        }

        private Totals with(long quarantined, long lastCompletionNs) {
            return new Totals(counts, okInTime, counters, quarantined, lastCompletionNs);
        }
    }

    /** Of the phase. */
    public Totals totals() {
        return totals("");
    }

    /** Of one of its streams; "" for all. What is quarantined and when the last operation ended is that of the phase. */
    public synchronized Totals totals(String stream) {
        Totals totals = Totals.NONE;
        for (Map.Entry<Series.Key, OperationTotals> entry : byKey.entrySet()) {
            Series.Key key = entry.getKey();
            totals = isCounted(key, stream) ? totals.plus(key, entry.getValue()) : totals;
        }
        return totals.with(quarantined, lastCompletionNs);
    }

    private static boolean isCounted(Series.Key key, String stream) {
        return key.isCounted() && OperationName.isOf(key.operation(), stream);
    }

    /** Names of streams that have operations; none where the phase offers one load. */
    public synchronized Set<String> streams() {
        Set<String> streams = new TreeSet<>();
        byKey.keySet().forEach(key -> streams.add(OperationName.stream(key.operation())));
        streams.remove("");
        return streams;
    }

    /** Operations that ended ok in a second of the coordinator's clock lately; 0 until there is a second to tell of. */
    public synchronized double throughputPerS(long nowNs) {
        return pace.perSecond(nowNs);
    }

    /** Operations that failed, by class of error. */
    public synchronized Map<String, Long> errors() {
        Map<String, Long> errors = new TreeMap<>();
        byKey.forEach((key, total) -> {
            if (key.isError() && key.isCounted()) {
                errors.merge(key.outcome(), total.samples, Long::sum);
            }
        });
        return errors;
    }

    /** Operations of a stream by outcome, errors among them; "" for those of all. */
    public synchronized Map<String, Long> outcomes(String stream) {
        Map<String, Long> outcomes = new TreeMap<>();
        byKey.forEach((key, total) -> {
            if (isCounted(key, stream)) {
                outcomes.merge(key.outcome(), total.samples, Long::sum);
            }
        });
        return outcomes;
    }

    /** The first message of each class of error that has one. */
    public Map<String, String> firstMessages() {
        return firstMessages("");
    }

    /** The same of a stream. */
    public synchronized Map<String, String> firstMessages(String stream) {
        Map<String, String> messages = new TreeMap<>();
        byKey.forEach((key, total) -> {
            if (key.isError() && isCounted(key, stream) && !total.firstMessage.isEmpty()) {
                messages.putIfAbsent(key.outcome(), total.firstMessage);
            }
        });
        return messages;
    }

    /** The histograms that there are. */
    public synchronized Set<Series.Key> keys() {
        return Set.copyOf(byKey.keySet());
    }

    /**
     * A copy of what was recorded under one key, or under all that are counted of a stream, or of the phase if operation
     * is "".
     */
    public synchronized Distribution distribution(String operation, String timing, String outcome) {
        return new Distribution(merged(operation, timing, outcome));
    }

    /** Samples that were completed before the end of the phase; of all operations that are counted if it is "". */
    public synchronized long inTime(String operation, String timing, String outcome) {
        return byKey.entrySet().stream()
                .filter(entry -> matches(entry.getKey(), operation, timing, outcome))
                .mapToLong(entry -> entry.getValue().inTime)
                .sum();
    }

    private static boolean matches(Series.Key key, String operation, String timing, String outcome) {
        boolean all = OperationName.isOf(key.operation(), operation) && key.isOfCounted();
        boolean asked = all || key.operation().equals(operation);
        return asked && key.timing().equals(timing) && key.outcome().equals(outcome);
    }

    synchronized ValueCounts merged(String operation, String timing, String outcome) {
        ValueCounts merged = new ValueCounts();
        for (Map.Entry<Series.Key, OperationTotals> entry : byKey.entrySet()) {
            if (matches(entry.getKey(), operation, timing, outcome)) {
                merged.add(entry.getValue().counts);
            }
        }
        return merged;
    }

    /** Changes only within the lock of this object. */
    synchronized void change(Change change) {
        change.to(key -> byKey.computeIfAbsent(key, k -> new OperationTotals()));
    }

    synchronized void completed(long atNs) {
        lastCompletionNs = Math.max(lastCompletionNs, atNs);
    }

    /** @param startNs of the second in which they ended */
    synchronized void endedOk(long startNs, long operations) {
        pace.add(startNs, operations);
    }

    synchronized void quarantined(long indexes) {
        quarantined += indexes;
    }

    /** The store's thread is the only one that changes these totals, so it may read them without the lock. */
    Map<Series.Key, OperationTotals> byKey() {
        return byKey;
    }

    interface Change {
        void to(Function<Series.Key, OperationTotals> total);
    }
}
