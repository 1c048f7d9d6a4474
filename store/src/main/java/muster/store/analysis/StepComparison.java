package muster.store.analysis;

import java.util.List;
import muster.store.analysis.statistics.Gate;
import muster.store.analysis.statistics.Interval;
import muster.store.analysis.statistics.Paired;
import muster.store.file.sqlite.Query;
import muster.store.table.Row;

/**
 * Two steps of one run, which differ in one swept value, compared trial by trial: the trials of one number run one after
 * the other, so that what drifts meets both alike.
 *
 * @param base value of the step that the other one is compared with
 * @param other value of the step that is compared
 * @param coldTrials how many pairs were left out at the start: they warm up the server
 */
public record StepComparison(String base, String other, int coldTrials, List<Pair> pairs) {
    /** Mean service times in nanoseconds of one operation in the same trial of both steps. */
    public record Pair(String operation, long trial, double baseNs, double otherNs) {}

    /**
     * Reads the pairs of a run with one measured phase in each trial.
     *
     * @param key the swept key, such as {@code workload.algorithm}; it and the values are names of a plan without quotes
     */
    public static StepComparison read(Query query, long runId, String key, String base, String other, int coldTrials) {
        String sql = pairs(key, runId, base, other, coldTrials);
        return new StepComparison(
                base,
                other,
                coldTrials,
                Row.of(query.table(sql)).stream().map(StepComparison::pair).toList());
    }

    /** A pair needs both sides: an operation without outcome ok has no mean. */
    private static String pairs(String key, long runId, String base, String other, int coldTrials) {
        return """
                WITH measured AS (
                  SELECT json_extract(t.parameters_json, '$."%s"') AS value, o.trial, o.operation, o.mean_ns
                  FROM operation_summary o JOIN step t USING (run_id, step)
                    JOIN phase p USING (run_id, step, trial, phase)
                  WHERE o.run_id = %d AND p.kind = 'measure' AND p.state = 'complete' AND o.timing = 'service'
                    AND o.operation <> 'transaction' AND o.mean_ns IS NOT NULL
                )
                SELECT b.operation, b.trial, b.mean_ns AS base_ns, o.mean_ns AS other_ns
                FROM measured b JOIN measured o USING (operation, trial)
                WHERE b.value = '%s' AND o.value = '%s' AND b.trial > %d
                ORDER BY b.operation, b.trial""".formatted(key, runId, base, other, coldTrials);
    }

    private static Pair pair(Row row) {
        return new Pair(row.text("operation"), row.whole("trial"), row.number("base_ns"), row.number("other_ns"));
    }

    /** Mean service times of one operation, pair by pair, in nanoseconds. */
    public Paired times(String operation) {
        List<Pair> own = pairs.stream()
                .filter(pair -> pair.operation().equals(operation))
                .toList();
        return new Paired(
                own.stream().mapToDouble(Pair::baseNs).toArray(),
                own.stream().mapToDouble(Pair::otherNs).toArray());
    }

    /** What the pairs say of one operation. */
    public Verdict verdict(String operation) {
        return Verdict.of(times(operation));
    }

    /** How the time of the other step compares with that of the base. */
    public enum Kind {
        SHORTER,
        LONGER,
        UNDECIDED
    }

    /**
     * The time of an operation in the other step by that in the base.
     *
     * @param ratio with its 95 % interval over the pairs; above 1 the other step takes longer
     */
    public record Verdict(Interval ratio, int pairs, Kind kind) {
        /** With too few pairs, or where the interval contains 1, nothing is decided (SEMANTICS 26). */
        static Verdict of(Paired times) {
            Interval ratio = times.ratio();
            boolean decided = ratio.bounded() && times.pairs() >= Gate.LEAST_TRIALS && !ratio.contains(1);
            Kind kind = !decided ? Kind.UNDECIDED : ratio.low() > 1 ? Kind.LONGER : Kind.SHORTER;
            return new Verdict(ratio, times.pairs(), kind);
        }
    }
}
