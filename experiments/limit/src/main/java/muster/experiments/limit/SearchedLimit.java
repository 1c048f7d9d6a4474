package muster.experiments.limit;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import muster.model.OutcomeCounts;
import muster.report.run.RunReader;
import muster.store.table.Row;

/**
 * The search for a limit that a run belongs to.
 *
 * @param row of table limit_search, with the name of the plan
 * @param bounds thresholds as they were written
 */
public record SearchedLimit(Row row, List<String> bounds, List<Step> steps) {
    /** After the first comma the name of a run has that of its target, where several took turns. */
    private static final String TARGET =
            "CASE instr(%1$s.name, ',') WHEN 0 THEN '' ELSE substr(%1$s.name, instr(%1$s.name, ',')) END";

    /**
     * Runs of a search follow each other, with those of searches that took turns with it between them. Those that a step repeats, and
     * one that was interrupted, are none of its steps.
     */
    private static final String SEARCH = """
            SELECT l.*, p.name AS plan FROM limit_search l LEFT JOIN plan p USING (run_id)
            WHERE l.run_id = (SELECT max(s.run_id) FROM limit_search s JOIN run f USING (run_id), run o
              WHERE o.run_id = ?1 AND s.run_id <= ?1 AND %s = %s) AND NOT EXISTS (
              SELECT 1 FROM run r WHERE r.run_id > l.run_id AND r.run_id <= ?1 AND r.name NOT GLOB 'limit [0-9]*'
              AND r.name NOT GLOB 'limit probe, *')""".formatted(TARGET.formatted("f"), TARGET.formatted("o"));

    private static final String OF_SEARCH =
            " WHERE s.search_ns = (SELECT started_ns FROM limit_search WHERE run_id = ?1)";

    private static final String STEPS = """
            SELECT s.position, s.run_id, s.rate, s.holds, m.throughput_per_s, m.ok, m.errors, m.absent, m.duplicate, m.unknown, m.aborted, m.validity,
              (SELECT c.observed FROM check_summary c WHERE c.run_id = s.run_id AND c.kind = 'finding'
                AND c.name = 'bottleneck' LIMIT 1) AS bottleneck, m.answers
            FROM limit_step s LEFT JOIN phase p ON p.run_id = s.run_id AND p.kind = 'measure'
              LEFT JOIN step_summary m ON m.run_id = p.run_id AND m.step = p.step AND m.trial = p.trial AND m.phase = p.phase""" + OF_SEARCH + " ORDER BY s.position";

    private static final String OBSERVED = "SELECT c.run_id, c.name, c.observed FROM limit_step s JOIN check_summary c"
            + " ON c.run_id = s.run_id AND c.kind = 'threshold'" + OF_SEARCH;

    private static final String COMPARED = """
            SELECT t.*, (SELECT a.sentence FROM experiment_answer a WHERE a.run_id = (
              SELECT min(f.run_id) FROM limit_target f WHERE f.comparison_ns = t.comparison_ns)) AS answer
            FROM limit_target_summary t WHERE t.comparison_ns = (SELECT comparison_ns FROM limit_target WHERE run_id = ?1)""";

    private static final Pattern DURATION = Pattern.compile("([0-9][0-9.,]*) ?(ns|us|ms|s)\\b");
    private static final Map<String, Double> UNITS = Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9);

    /**
     * A rate that was tried.
     *
     * @param row position, run, offered rate, what was completed of it
     * @param observed by bound
     */
    public record Step(Row row, Map<String, String> observed) {
        public boolean holds() {
            return row.whole("holds") != 0;
        }

        public double rate() {
            return row.number("rate");
        }

        public OutcomeCounts counts() {
            return row.counts();
        }

        public double errorPercent() {
            return 100.0 * counts().errors() / counts().operations();
        }

        public boolean valid() {
            return !row.text("validity").equals("invalid");
        }

        /** As the search itself named it. */
        public String limitedBy() {
            return LimitStep.limitedBy(
                    row.text("bottleneck"),
                    valid() && !holds(),
                    row.text("answers").equals("wrong"));
        }

        /** Nanoseconds; NaN for too few samples, or a bound that is of no duration. */
        double observedNs(String bound) {
            return durationNs(observed.getOrDefault(bound, ""));
        }
    }

    /** Empty for a run of no search, or of one that is not over. */
    public static Optional<SearchedLimit> read(RunReader reader) {
        if (!reader.has("limit_search")) {
            return Optional.empty();
        }
        return reader.rows(SEARCH).stream().findFirst().map(search -> read(reader, search));
    }

    private static SearchedLimit read(RunReader reader, Row search) {
        long first = search.whole("run_id");
        Map<Long, Map<String, String>> observed = reader.rowsOf(first, OBSERVED).stream()
                .collect(Collectors.groupingBy(
                        check -> check.whole("run_id"),
                        Collectors.toMap(
                                check -> check.text("name"),
                                check -> check.text("observed"),
                                (one, other) -> one,
                                LinkedHashMap::new)));
        List<Step> steps = reader.rowsOf(first, STEPS).stream()
                .map(step -> new Step(step, observed.getOrDefault(step.whole("run_id"), Map.of())))
                .toList();
        List<String> bounds = Arrays.stream(search.text("slo").split(",", -1))
                .map(String::strip)
                .toList();
        return new SearchedLimit(search, bounds, steps);
    }

    /** The first bound of a duration: errors come near to theirs by no degrees. */
    Optional<String> latencyBound() {
        return bounds.stream().filter(bound -> !Double.isNaN(durationNs(bound))).findFirst();
    }

    /** The targets that were compared with this one, and it, best first; empty where it is the only one. */
    static List<Row> compared(RunReader reader, SearchedLimit search) {
        return reader.has("limit_target_summary") ? reader.rowsOf(search.row().whole("run_id"), COMPARED) : List.of();
    }

    /** Of "p99 &lt; 50ms" or "24.7 ms", nanoseconds; NaN for none. */
    static double durationNs(String text) {
        return DURATION.matcher(text)
                .results()
                .reduce((first, last) -> last)
                .map(SearchedLimit::durationNs)
                .orElse(Double.NaN);
    }

    private static double durationNs(MatchResult found) {
        return Double.parseDouble(found.group(1).replace(",", "")) * UNITS.getOrDefault(found.group(2), Double.NaN);
    }
}
