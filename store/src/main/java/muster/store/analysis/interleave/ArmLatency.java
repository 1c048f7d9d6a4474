package muster.store.analysis.interleave;

import java.nio.file.Path;
import java.util.List;
import muster.store.file.row.OutcomeCounts;
import muster.store.file.sqlite.Query;
import muster.store.table.Row;

/** How the operations of one arm in one restart ended, and the response times of those that were ok: NaN where there are too few. */
public record ArmLatency(OutcomeCounts counts, double p50Ns, double p99Ns, double p999Ns) {
    static final ArmLatency UNKNOWN = of(OutcomeCounts.NONE);

    private static final String SQL = """
            with s as (select outcome, sum(samples) as samples, hdr_merge(histogram) as h
                from snapshot join phase using (run_id, step, trial, phase)
                where kind = 'measure' and timing = 'response' and operation <> 'transaction' and accepted = 1
                  and snapshot.start_ns >= ? group by outcome)
            select outcome, samples, hdr_percentile(h, 50) as p50, hdr_percentile(h, 99) as p99, hdr_percentile(h, 99.9) as p999
            from s""";

    /** Of an arm whose times are not known. */
    public static ArmLatency of(OutcomeCounts counts) {
        return new ArmLatency(counts, Double.NaN, Double.NaN, Double.NaN);
    }

    /**
     * Reads the store of an arm.
     *
     * @param fromNs snapshots that began before are left out; unix nanoseconds of the arm's clock
     */
    public static ArmLatency read(Path file, long fromNs) {
        try (Query query = Query.open(file)) {
            ArmLatency latency = UNKNOWN;
            for (Row row : Row.of(query.table(SQL, List.of(fromNs)))) {
                latency = latency.with(row);
            }
            return latency;
        }
    }

    private ArmLatency with(Row row) {
        OutcomeCounts all = counts.plus(row.text("outcome"), row.whole("samples"));
        return row.text("outcome").equals("ok")
                ? new ArmLatency(all, row.number("p50"), row.number("p99"), row.number("p999"))
                : new ArmLatency(all, p50Ns, p99Ns, p999Ns);
    }
}
