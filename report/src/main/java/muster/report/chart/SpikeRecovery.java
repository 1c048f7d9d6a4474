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
 * seconds before the spike. A window with too few responses for a p99 is above the bound.
 *
 * @param recoveredS seconds after the start of the phase; NaN if it was never back
 */
record SpikeRecovery(MeasuredPhase phase, double recoveredS, String sentence) {
    private static final double TOLERANCE = 1.1;
    private static final int BEFORE_S = 10;
    private static final double MIN_SAMPLES = 300;
    private static final long SECOND_NS = 1_000_000_000;

    private static final String WINDOWS = """
            WITH each AS MATERIALIZED (SELECT start_ns / 1000000000 AS second, hdr_merge(histogram) AS h FROM snapshot
              WHERE run_id = ?1 AND step = ?2 AND trial = ?3 AND phase = ?4 AND timing = 'response' AND outcome = 'ok'
                AND accepted AND operation <> 'transaction' GROUP BY 1)
            SELECT a.second, (SELECT hdr_percentile(hdr_merge(b.h), 99) FROM each b
              WHERE b.second >= a.second AND b.second < a.second + ?5) AS p99_ns
            FROM each a""";
    private static final String BEFORE = """
            SELECT sum(samples) AS samples, hdr_percentile(hdr_merge(histogram), 99) AS p99_ns FROM snapshot
            WHERE run_id = ?1 AND step = ?2 AND trial = ?3 AND phase = ?4 AND timing = 'response' AND outcome = 'ok'
              AND accepted AND operation <> 'transaction' AND start_ns / 1000000000 >= ?5 AND start_ns / 1000000000 < ?6""";

    /** @param row of the phase, with its spike and bound */
    static Optional<SpikeRecovery> read(RunReader reader, MeasuredPhase phase, double durationS, Row row) {
        var at = phase.at();
        long beginNs = phase.startNs() + row.whole("spike_ns");
        long endNs = phase.startNs() + row.whole("spike_end_ns");
        long before = beginNs / SECOND_NS;
        long from = Math.max(Math.ceilDiv(phase.startNs(), SECOND_NS), before - BEFORE_S);
        if (before <= from) {
            return Optional.empty();
        }
        Row level = reader.rows(BEFORE, at.step(), at.trial(), at.phase(), from, before)
                .getFirst();
        double bound = row.has("bound_ns") ? row.number("bound_ns") : TOLERANCE * level.number("p99_ns");
        double perS = level.number("samples") / (before - from);
        if (!Double.isFinite(bound) || !(perS > 0)) {
            return Optional.empty();
        }
        int width = (int) Math.max(1, Math.ceil(MIN_SAMPLES / perS));
        Map<Long, Double> p99 = new TreeMap<>();
        reader.rows(WINDOWS, at.step(), at.trial(), at.phase(), width)
                .forEach(window -> p99.put(window.whole("second"), window.number("p99_ns")));
        long last = (long) Math.floor(phase.startNs() / 1e9 + durationS) - width;
        return Optional.of(new Search(phase, beginNs, endNs, last, width, bound, row.has("bound_ns"), p99).find());
    }

    /** Through the windows of one spike. */
    private record Search(
            MeasuredPhase phase,
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
                        phase,
                        Double.NaN,
                        "p99 was not back " + limit() + " in the "
                                + Quantity.duration(Math.max(0, (last + width) * 1e9 - endNs))
                                + " between the spike and the end of the phase" + most(last));
            }
            double afterNs = back * 1e9 - endNs;
            return new SpikeRecovery(
                    phase,
                    phase.sinceStart(back),
                    "p99 back " + limit() + " " + Quantity.duration(afterNs) + " after the spike" + most(back));
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
