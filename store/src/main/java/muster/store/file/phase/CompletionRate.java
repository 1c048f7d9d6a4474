package muster.store.file.phase;

import java.util.TreeMap;

/**
 * How many operations end ok in a second, lately: over the last whole seconds of the coordinator's clock that all workers
 * have had the time to report. It does not matter when reports arrive: two reports that arrive within one second still
 * count as two seconds of work.
 */
final class CompletionRate {
    private static final int SECONDS = 3;
    /** How long a report may take to become durable; a later one counts as soon as it is there. */
    private static final long LATENESS_NS = IntervalRows.SECOND_NS;
    /** A phase may begin just before a whole second: what ended until then says nothing. */
    private static final long MIN_NS = IntervalRows.SECOND_NS / 2;

    private static final int KEPT = 8;

    private final TreeMap<Long, Long> okBySecond = new TreeMap<>();
    private long firstNs = Long.MAX_VALUE;

    /** @param startNs of the second, or of the part of it that belongs to the phase */
    void add(long startNs, long ok) {
        firstNs = Math.min(firstNs, startNs);
        okBySecond.merge(IntervalRows.secondOf(startNs), ok, Long::sum);
        while (okBySecond.size() > KEPT) {
            okBySecond.pollFirstEntry();
        }
    }

    /** 0 until there is enough to tell. */
    double perSecond(long nowNs) {
        long to = IntervalRows.secondOf(nowNs - LATENESS_NS);
        long from = to - SECONDS;
        long ns = to * IntervalRows.SECOND_NS - Math.max(firstNs, from * IntervalRows.SECOND_NS);
        long ok = okBySecond.subMap(from, to).values().stream()
                .mapToLong(Long::longValue)
                .sum();
        return ns < MIN_NS ? 0 : ok * 1e9 / ns;
    }
}
