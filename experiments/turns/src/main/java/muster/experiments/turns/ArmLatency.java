package muster.experiments.turns;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongBiFunction;
import muster.model.CountedOperations;
import muster.model.OutcomeCounts;
import muster.store.file.sqlite.Query;
import muster.store.table.Row;

/**
 * How the operations of one arm in one restart ended, and the response times of those that were ok: NaN where there are too few.
 *
 * @param unexpected operations that found nothing, beyond those that the plan asks for (docs/semantics.md rule 29)
 */
public record ArmLatency(OutcomeCounts counts, long unexpected, double p50Ns, double p99Ns, double p999Ns) {
    static final ArmLatency UNKNOWN = of(OutcomeCounts.NONE);

    private static final String SQL = """
            with s as (select operation, outcome, samples, histogram, snapshot.start_ns as from_ns
                from snapshot join phase using (run_id, step, trial, phase)
                where kind = 'measure' and timing = 'response' and %s and accepted = 1),
              ok as (select hdr_merge(histogram) as h from s where outcome = 'ok' and from_ns >= ?)
            select operation, outcome, sum(samples) as samples, hdr_percentile(h, 50) as p50, hdr_percentile(h, 99) as p99,
              hdr_percentile(h, 99.9) as p999 from s, ok group by operation, outcome""".formatted(CountedOperations.sql("operation"));

    /** Of an arm whose times are not known. */
    public static ArmLatency of(OutcomeCounts counts) {
        return new ArmLatency(counts, 0, Double.NaN, Double.NaN, Double.NaN);
    }

    /**
     * Reads the store of an arm. Outcomes are those of the whole phase: a short restart may end before its first snapshot of
     * measured turns begins, and errors that nobody counted would be none.
     *
     * @param fromNs response times of snapshots that began before are left out; unix nanoseconds of the arm's clock
     * @param expected how many of so many executions of an operation may be absent
     */
    public static ArmLatency read(Path file, long fromNs, ToLongBiFunction<String, Long> expected) {
        try (Query query = Query.open(file)) {
            List<Row> rows = Row.of(query.table(SQL, List.of(fromNs)));
            Map<String, OutcomeCounts> operations = new HashMap<>();
            rows.forEach(row -> operations.merge(
                    row.text("operation"),
                    OutcomeCounts.NONE.plus(row.text("outcome"), row.whole("samples")),
                    OutcomeCounts::plus));
            OutcomeCounts all = operations.values().stream().reduce(OutcomeCounts.NONE, OutcomeCounts::plus);
            return rows.isEmpty() ? UNKNOWN : of(all, unexpected(operations, expected), rows.getFirst());
        }
    }

    private static long unexpected(Map<String, OutcomeCounts> operations, ToLongBiFunction<String, Long> expected) {
        return operations.entrySet().stream()
                .mapToLong(one -> one.getValue().absent()
                        - expected.applyAsLong(one.getKey(), one.getValue().operations()))
                .filter(beyond -> beyond > 0)
                .sum();
    }

    private static ArmLatency of(OutcomeCounts counts, long unexpected, Row row) {
        return new ArmLatency(counts, unexpected, row.number("p50"), row.number("p99"), row.number("p999"));
    }
}
