package muster.report.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import muster.model.CountedOperations;
import muster.report.ranking.Criterion;
import muster.report.ranking.Ranking;
import muster.report.ranking.Ranking.Contender;
import muster.report.ranking.RankingSentence;
import muster.statistics.Best;
import muster.statistics.Mean;
import muster.statistics.Median;
import muster.store.table.Row;
import muster.store.table.Table;

/**
 * In which step one operation takes the shortest time.
 *
 * @param best by the rates of trials: 1 by their mean service time
 * @param ranking of all steps that are compared
 */
public record OperationAnswer(String operation, Best best, Ranking ranking) {
    private static final Criterion SERVICE = Criterion.time("mean service time");

    private static final String UNBALANCED = ", as one of two ran first in most trials";

    /** None where there is one operation, or one step. */
    static List<OperationAnswer> read(
            Function<String, Table> query,
            long runId,
            String phase,
            List<SweepStep> steps,
            int trials,
            int coldTrials) {
        Map<String, List<Row>> rows = new LinkedHashMap<>();
        Row.of(query.apply(
                        """
            SELECT operation, step, trial, mean_ns FROM operation_summary WHERE run_id = %d AND phase = '%s' AND trial > %d
              AND timing = 'service' AND %s AND mean_ns > 0 ORDER BY operation, step, trial""".formatted(runId, phase.replace("'", "''"), coldTrials, CountedOperations.sql("operation"))))
                .forEach(row -> rows.computeIfAbsent(row.text("operation"), name -> new ArrayList<>())
                        .add(row));
        if (rows.size() < 2 || steps.size() < 2) {
            return List.of();
        }
        return rows.entrySet().stream()
                .map(entry -> of(entry.getKey(), entry.getValue(), steps, trials))
                .toList();
    }

    private static OperationAnswer of(String operation, List<Row> rows, List<SweepStep> steps, int trials) {
        double[][] rates = new double[steps.size()][trials];
        for (double[] row : rates) {
            Arrays.fill(row, Double.NaN);
        }
        for (Row row : rows) {
            for (int i = 0; i < steps.size(); i++) {
                if (steps.get(i).step() == row.whole("step")) {
                    rates[i][(int) row.whole("trial") - 1] = 1 / row.number("mean_ns");
                }
            }
        }
        int[][] places = SweepAnswer.places(steps, trials);
        Best best = Best.of(rates, places);
        List<Contender> contenders = IntStream.range(0, rates.length)
                .mapToObj(i -> contender(steps.get(i), rates[i]))
                .toList();
        return new OperationAnswer(operation, best, new StepRanking(rates, places, best).by(SERVICE, contenders));
    }

    /** The median over its trials, and the interval of the mean of their logarithms, nanoseconds. */
    private static Contender contender(SweepStep step, double[] rates) {
        double[] times = Arrays.stream(rates)
                .filter(Double::isFinite)
                .map(rate -> 1 / rate)
                .toArray();
        return new Contender(step.name(), Median.of(times), Mean.ofLogs(times), step.remark());
    }

    /** Such as "feed: algorithm=graphity answers 2.31 times (1.90 to 2.80) as fast as algorithm=stou; algorithm=graphity: 1.20 ms". */
    public String sentence() {
        return operation + ": "
                + (ranking.pairs().isEmpty()
                        ? "nothing to compare"
                        : RankingSentence.of(ranking)
                                + (best.kind() == Best.Kind.UNBALANCED ? UNBALANCED : "")
                                + own());
    }

    /** Where the figures are in no other part of the sentence. */
    private String own() {
        Contender first = ranking.contenders().getFirst();
        return ranking.hasBetter()
                ? "; " + first.name() + ": " + ranking.by().text().apply(first.figure())
                : "";
    }
}
