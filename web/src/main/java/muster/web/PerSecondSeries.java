package muster.web;

import java.nio.file.Path;
import java.util.List;
import muster.model.CountedOperations;
import muster.store.file.row.OutcomeSql;
import muster.store.table.TableText;
import muster.store.table.TableText.Format;

/**
 * The whole seconds of a run as JSON rows, merged over workers and operations from the histograms that the store holds:
 * so late viewers get them, too. The file is open only while there are viewers. One thread.
 */
final class PerSecondSeries implements AutoCloseable {
    /** How far back the charts go. */
    static final int HISTORY_S = 600;
    /** Workers report some time after a second is over: the last ones are told again. */
    private static final int AGAIN_S = 4;

    private static final String ROWS = """
            WITH merged AS MATERIALIZED (
              SELECT s.start_ns / 1000000000 AS second, p.phase, p.step, p.trial,
                min((s.start_ns / 1000000000 + 1) * 1000000000, iif(p.set_end_ns > 0, p.set_end_ns, 9223372036854775807))
                  - max(s.start_ns / 1000000000 * 1000000000, p.start_ns) AS width_ns,
                sum(s.samples) FILTER (WHERE s.timing = 'service' AND s.outcome = 'ok'
                  AND (p.set_end_ns = 0 OR s.start_ns < p.set_end_ns)) AS ok,
                sum(s.samples) FILTER (WHERE s.timing = 'service' AND %1$s) AS errors,
                sum(s.samples) FILTER (WHERE s.timing = 'service' AND s.outcome <> 'ok' AND NOT (%1$s)) AS others,
                hdr_merge(iif(s.timing = 'service' AND s.outcome = 'ok', s.histogram, NULL)) AS service,
                hdr_merge(iif(s.timing = 'response' AND s.outcome = 'ok', s.histogram, NULL)) AS response
              FROM phase p JOIN snapshot s USING (run_id, step, trial, phase)
              WHERE p.run_id = ? AND p.state <> 'abandoned' AND s.start_ns >= (? - ?) * 1000000000
                AND s.start_ns < ? * 1000000000 AND s.accepted AND %2$s
                AND s.timing IN ('service', 'response')
              GROUP BY p.step, p.trial, p.phase, second
            )
            SELECT second, phase, step, trial,
              CASE WHEN width_ns > 0 THEN round(coalesce(ok, 0) * 1e9 / width_ns, 1) END AS throughput_per_s,
              coalesce(errors, 0) AS errors,
              hdr_percentile(service, 50) AS service_p50_ns, hdr_percentile(service, 99) AS service_p99_ns,
              hdr_max(service) AS service_max_ns,
              hdr_percentile(response, 50) AS response_p50_ns, hdr_percentile(response, 99) AS response_p99_ns,
              hdr_max(response) AS response_max_ns, coalesce(others, 0) AS others
            FROM merged ORDER BY second""".formatted(OutcomeSql.IS_ERROR, CountedOperations.sql("s.operation"));

    private final OpenQuery query;

    PerSecondSeries(Path file) {
        this.query = new OpenQuery(file);
    }

    /** @param nowNs of the coordinator's clock */
    String latest(long run, long nowNs) {
        return since(run, nowNs, AGAIN_S);
    }

    String all(long run, long nowNs) {
        return since(run, nowNs, HISTORY_S);
    }

    /** The second that goes on is left out: it would look like a fall. */
    private String since(long run, long nowNs, int seconds) {
        long now = nowNs / 1_000_000_000;
        StringBuilder text = new StringBuilder();
        TableText.print(query.open().table(ROWS, List.of(run, now, seconds, now)), Format.JSON, text);
        return text.toString();
    }

    @Override
    public void close() {
        query.close();
    }
}
