package muster.web;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import muster.coordinator.server.figures.RecentSamples;
import muster.coordinator.server.figures.ThresholdsNow;
import muster.store.file.row.OutcomeSql;
import muster.store.table.TableText;
import muster.store.table.TableText.Format;
import muster.text.Json;

/** What the store holds of a run that is running, besides its seconds: operations, checks, phases, and the server's processor. As JSON. */
final class RunSoFar implements AutoCloseable {
    /** How far back the figures of an operation go: as long as a person looks at them, and cheap however long a phase is. */
    private static final int RECENT_S = 10;

    private static final int MAX_PHASES = 60;

    private static final String OPERATIONS = "WITH " + RecentSamples.SQL + """
            SELECT operation, sum(samples) FILTER (WHERE timing = 'service' AND outcome = 'ok') / s AS ok_per_s,
              coalesce(sum(samples) FILTER (WHERE timing = 'service' AND %1$s), 0) / s AS errors_per_s,
              coalesce(sum(samples) FILTER (WHERE timing = 'service' AND outcome <> 'ok' AND NOT (%1$s)), 0) / s AS others_per_s,
              hdr_percentile(hdr_merge(iif(timing = 'response' AND outcome = 'ok', histogram, NULL)), 50) AS p50_ns,
              hdr_percentile(hdr_merge(iif(timing = 'response' AND outcome = 'ok', histogram, NULL)), 99) AS p99_ns,
              hdr_max(hdr_merge(iif(timing = 'response' AND outcome = 'ok', histogram, NULL))) AS max_ns
            FROM recent, span GROUP BY operation ORDER BY operation""".formatted(OutcomeSql.IS_ERROR);

    private static final String CHECKS = """
            SELECT kind, count(*) AS checked, count(*) FILTER (WHERE NOT passed) AS failed,
              group_concat(DISTINCT iif(passed, NULL, name || ': ' || observed)) AS failures
            FROM check_summary WHERE run_id = ? AND kind IN ('threshold', 'validity', 'oracle', 'warning') GROUP BY kind""";

    private static final String PHASES = """
            SELECT step, trial, phase, kind, start_ns / 1e9 AS start_s,
              nullif(max(set_end_ns, measured_until_ns), 0) / 1e9 AS end_s, state = 'running' AS running
            FROM phase WHERE run_id = ? AND state <> 'abandoned' AND start_ns > 0 ORDER BY start_ns DESC LIMIT
            """ + MAX_PHASES;

    private static final String SERVERS = """
            SELECT r.worker AS name, (max((r.values_json ->> 'user_ns') + (r.values_json ->> 'system_ns'))
              - min((r.values_json ->> 'user_ns') + (r.values_json ->> 'system_ns'))) * 1.0 / nullif(max(r.end_ns) - min(r.end_ns), 0) AS cores
            FROM phase p JOIN resource_reading r USING (run_id, step, trial, phase)
            WHERE p.run_id = ? AND p.state = 'running' AND r.session < 0 AND -r.session % 3 = 1 AND r.end_ns >= ?
            GROUP BY r.session ORDER BY r.session DESC""";

    private final OpenQuery query;
    private final ThresholdsNow thresholds = new ThresholdsNow();

    RunSoFar(Path file) {
        this.query = new OpenQuery(file);
    }

    /** @param nowNs of the coordinator's clock */
    String json(long run, long nowNs) {
        long recentNs = nowNs - RECENT_S * 1_000_000_000L;
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("operations", rows(OPERATIONS, run, recentNs));
        parts.put("thresholds", Json.write(thresholds.of(query.open(), run, recentNs)));
        parts.put("checks", rows(CHECKS, run));
        parts.put("phases", rows(PHASES, run));
        parts.put("servers", rows(SERVERS, run, recentNs));
        return parts.entrySet().stream()
                .map(part -> "\"" + part.getKey() + "\": " + part.getValue().strip())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private String rows(String sql, Object... values) {
        StringBuilder text = new StringBuilder();
        TableText.print(query.open().table(sql, List.of(values)), Format.JSON, text);
        return text.toString();
    }

    @Override
    public void close() {
        query.close();
    }
}
