package muster.report.export;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import muster.model.Series;
import muster.store.file.histogram.Distribution;
import muster.store.file.phase.PhaseAggregate;

/**
 * What monitoring is told of one phase.
 *
 * @param labels which run and phase, such as run="3", phase="measure"
 * @param endedNs unix nanoseconds that the figures are of; 0 for now
 */
public record PhaseMetrics(Map<String, String> labels, long endedNs, List<Counted> outcomes, List<Timed> timings) {
    /** The quantiles that are told where there are samples enough (docs/semantics.md rule 12). */
    static final List<Double> QUANTILES = List.of(0.5, 0.9, 0.95, 0.99, 0.999, 0.9999);

    /** How many operations ended with an outcome. */
    public record Counted(String operation, String outcome, long count) {}

    /**
     * Times of outcome ok.
     *
     * @param timing "service", "response" or a stage
     * @param quantilesNs by quantile, those that have samples enough
     */
    public record Timed(String operation, String timing, long samples, double sumNs, Map<Double, Double> quantilesNs) {}

    /** Of a phase that goes on, from what its reports hold so far: what an endpoint answers with. */
    public static PhaseMetrics live(Map<String, String> labels, PhaseAggregate aggregate) {
        List<Counted> outcomes = new ArrayList<>();
        List<Timed> timings = new ArrayList<>();
        for (Series.Key key : sorted(aggregate)) {
            Distribution of = aggregate.distribution(key.operation(), key.timing(), key.outcome());
            if (key.timing().equals("service")) {
                outcomes.add(new Counted(key.operation(), key.outcome(), of.samples()));
            }
            if (key.outcome().equals("ok")) {
                timings.add(timed(key, of));
            }
        }
        return new PhaseMetrics(labels, 0, outcomes, timings);
    }

    private static List<Series.Key> sorted(PhaseAggregate aggregate) {
        return aggregate.keys().stream()
                .sorted(Comparator.comparing(Series.Key::operation)
                        .thenComparing(Series.Key::timing)
                        .thenComparing(Series.Key::outcome))
                .toList();
    }

    private static Timed timed(Series.Key key, Distribution of) {
        Map<Double, Double> quantiles = new TreeMap<>();
        for (double quantile : QUANTILES) {
            OptionalLong value = of.percentileNs(quantile * 100);
            value.ifPresent(ns -> quantiles.put(quantile, (double) ns));
        }
        return new Timed(key.operation(), key.timing(), of.samples(), of.meanNs() * of.samples(), quantiles);
    }
}
