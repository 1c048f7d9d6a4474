package muster.store.analysis.interleave;

import java.nio.file.Path;
import java.util.List;
import muster.store.file.row.OutcomeCounts;
import muster.store.file.sqlite.Query;
import org.jspecify.annotations.Nullable;

/**
 * Response times of one arm in one restart, of all operations that were ok. NaN where there are too few samples.
 *
 * @param errors operations that failed or were answered wrongly
 */
public record ArmLatency(long operations, long errors, double p50Ns, double p99Ns, double p999Ns) {
    static final ArmLatency UNKNOWN = new ArmLatency(0, 0, Double.NaN, Double.NaN, Double.NaN);

    private static final String SQL = """
            with s as (select * from snapshot join phase using (run_id, step, trial, phase)
                where kind = 'measure' and timing = 'response' and operation <> 'transaction' and accepted = 1
                  and snapshot.start_ns >= ?),
              ok as (select hdr_merge(histogram) as h, coalesce(sum(samples), 0) as n from s where outcome = 'ok')
            select n, (select coalesce(sum(samples), 0) from s where %s),
              hdr_percentile(h, 50), hdr_percentile(h, 99), hdr_percentile(h, 99.9) from ok""".formatted(OutcomeCounts.SQL_IS_ERROR);

    /**
     * Reads the store of an arm.
     *
     * @param fromNs snapshots that began before are left out; unix nanoseconds of the arm's clock
     */
    public static ArmLatency read(Path file, long fromNs) {
        try (Query query = Query.open(file)) {
            List<@Nullable Object> row =
                    query.table(SQL, List.of(fromNs)).rows().getFirst();
            return new ArmLatency(
                    (long) number(row.get(0), 0),
                    (long) number(row.get(1), 0),
                    number(row.get(2), Double.NaN),
                    number(row.get(3), Double.NaN),
                    number(row.get(4), Double.NaN));
        }
    }

    private static double number(@Nullable Object value, double otherwise) {
        return value instanceof Number number ? number.doubleValue() : otherwise;
    }
}
