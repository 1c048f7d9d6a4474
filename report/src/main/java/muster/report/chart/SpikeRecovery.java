package muster.report.chart;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import muster.report.run.MeasuredPhase;
import muster.report.run.RunReader;
import muster.store.table.Row;
import muster.text.Quantity;

/**
 * How long after a spike the latency was back. The p99 of all responses (outcome ok) is computed over windows that begin
 * at each whole second of the coordinator's clock and are as short as the load before the spike allows: one second, or as
 * many as have 300 responses. It is back at the first window that begins after the spike's end and from which on each p99,
 * up to the end of the phase, is at most the bound: the plan's threshold on p99, or else 1.1 times the p99 of the last ten
 * seconds before the spike. A window with too few responses for a p99 is above the bound. A stream next to that with the spike has
 * one if a p99 within the spike is above its bound.
 *
 * @param part the load whose latency this is
 * @param recoveredS seconds after the start of the phase; NaN if it was never back
 */
record SpikeRecovery(LoadPart part, double recoveredS, String sentence) {
    private static final double TOLERANCE = 1.1;
    private static final int BEFORE_S = 10;
    private static final double MIN_SAMPLES = 300;
    private static final long SECOND_NS = 1_000_000_000;

    private static final String WINDOWS = """
            WITH each AS MATERIALIZED (SELECT start_ns / 1000000000 AS second, hdr_merge(histogram) AS h FROM snapshot
              WHERE run_id = ?1 AND step = ?2 AND trial = ?3 AND phase = ?4 AND timing = 'response' AND outcome = 'ok'
                AND accepted AND operation <> 'transaction' AND stream = ?6 GROUP BY 1)
            SELECT a.second, (SELECT hdr_percentile(hdr_merge(b.h), 99) FROM each b
              WHERE b.second >= a.second AND b.second < a.second + ?5) AS p99_ns
            FROM each a""";
    private static final String BEFORE = """
            SELECT sum(samples) AS samples, hdr_percentile(hdr_merge(histogram), 99) AS p99_ns FROM snapshot
            WHERE run_id = ?1 AND step = ?2 AND trial = ?3 AND phase = ?4 AND timing = 'response' AND outcome = 'ok'
              AND accepted AND operation <> 'transaction' AND start_ns / 1000000000 >= ?5 AND start_ns / 1000000000 < ?6
              AND stream = ?7""";

    /**
     * Of one load.
     *
     * @param spike the load of the same phase that has the spike: the same one, or its neighbour
     */
    static Optional<SpikeRecovery> read(RunReader reader, LoadPart part, LoadPart spike) {
        MeasuredPhase phase = part.phase();
        var at = phase.at();
        long beginNs = phase.startNs() + spike.row().whole("spike_ns");
        long endNs = phase.startNs() + spike.row().whole("spike_end_ns");
        long before = beginNs / SECOND_NS;
        long from = Math.max(Math.ceilDiv(phase.startNs(), SECOND_NS), before - BEFORE_S);
        if (before <= from) {
            return Optional.empty();
        }
        Row level = reader.rows(BEFORE, at.step(), at.trial(), at.phase(), from, before, part.stream())
                .getFirst();
        boolean asked = part.row().has("bound_ns");
        double bound = asked ? part.row().number("bound_ns") : TOLERANCE * level.number("p99_ns");
        double perS = level.number("samples") / (before - from);
        if (!Double.isFinite(bound) || !(perS > 0)) {
            return Optional.empty();
        }
        int width = (int) Math.max(1, Math.ceil(MIN_SAMPLES / perS));
        Map<Long, Double> p99 = new TreeMap<>();
        reader.rows(WINDOWS, at.step(), at.trial(), at.phase(), width, part.stream())
                .forEach(window -> p99.put(window.whole("second"), window.number("p99_ns")));
        long last = (long) Math.floor(phase.startNs() / 1e9 + part.seconds().durationS()) - width;
        Search search = new Search(part, spike, beginNs, endNs, last, width, bound, asked, p99);
        return part.equals(spike) || search.isSlowed() ? Optional.of(search.find()) : Optional.empty();
    }

    /** Through the windows of one spike. */
    private record Search(
            LoadPart part,
            LoadPart spike,
            long beginNs,
            long endNs,
            long last,
            int width,
            double bound,
            boolean asked,
            Map<Long, Double> p99) {
        SpikeRecovery find() {
            long first = Math.ceilDiv(endNs, SECOND_NS);
            long back = last + 1;
            while (back > first && within(back - 1)) {
                back--;
            }
            if (back > last) {
                return new SpikeRecovery(
                        part,
                        Double.NaN,
                        subject() + " was not back " + limit() + " in the "
                                + Quantity.duration(Math.max(0, (last + width) * 1e9 - endNs))
                                + " between the spike" + whose() + " and the end of the phase" + most(last));
            }
            double afterNs = back * 1e9 - endNs;
            return new SpikeRecovery(
                    part,
                    part.phase().sinceStart(back),
                    subject() + " back " + limit() + " " + Quantity.duration(afterNs) + " after the spike" + whose()
                            + most(back));
        }

        private String subject() {
            return (part.stream() + " p99").strip();
        }

        private String whose() {
            return part.equals(spike) ? "" : " of " + spike.stream();
        }

        /** Whether a window that begins within the spike is above the bound. */
        boolean isSlowed() {
            return p99.entrySet().stream()
                    .anyMatch(window -> window.getKey() >= beginNs / SECOND_NS
                            && window.getKey() < Math.ceilDiv(endNs, SECOND_NS)
                            && window.getValue() > bound);
        }

        private boolean within(long second) {
            return p99.getOrDefault(second, Double.NaN) <= bound;
        }

        private String limit() {
            return asked
                    ? "below " + Quantity.duration(bound)
                    : "below 1.1 times its " + Quantity.duration(bound / TOLERANCE) + " before";
        }

        private String most(long until) {
            List<Double> during = p99.entrySet().stream()
                    .filter(window -> window.getKey() >= beginNs / SECOND_NS && window.getKey() < until)
                    .map(Map.Entry::getValue)
                    .filter(Double::isFinite)
                    .toList();
            String most = during.stream()
                    .max(Double::compare)
                    .map(ns -> "at most " + Quantity.duration(ns) + " until then; ")
                    .orElse("");
            return " (" + most + "each p99 over " + width + " s)";
        }
    }
}
