package muster.experiments.reproduce.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import muster.experiments.reproduce.judgement.Observation;
import muster.text.Quantity;

/** The values of one side of a claim: means over rounds, by label and position. */
final class ClaimValues {
    private static final int MAX_POSITIONS = 6;

    private ClaimValues() {}

    /** Labels in their order, positions ascending; NaN is the position of a label alone. */
    static Map<String, NavigableMap<Double, Double>> means(List<Observation> values) {
        Map<String, NavigableMap<Double, Double>> means = new LinkedHashMap<>();
        values.forEach(value -> means.computeIfAbsent(value.label(), label -> new TreeMap<>())
                .computeIfAbsent(value.x(), x -> mean(values, value)));
        return means;
    }

    private static double mean(List<Observation> values, Observation like) {
        return values.stream()
                .filter(value -> value.label().equals(like.label()) && Double.compare(value.x(), like.x()) == 0)
                .mapToDouble(Observation::value)
                .average()
                .orElse(Double.NaN);
    }

    /** "cluster 163, standalone 297 requests/s"; a dash for none. */
    static String text(List<Observation> values, String unit) {
        if (values.isEmpty()) {
            return Quantity.NONE;
        }
        List<String> parts = new ArrayList<>();
        means(values).forEach((label, series) -> parts.add(label + " " + series(series)));
        return String.join(", ", parts) + (unit.isEmpty() ? "" : " " + unit);
    }

    private static String series(NavigableMap<Double, Double> series) {
        if (series.firstKey().isNaN()) {
            return Quantity.number(series.firstEntry().getValue());
        }
        int left = series.size() - MAX_POSITIONS;
        List<String> points = series.entrySet().stream()
                .map(point -> Quantity.compact(point.getKey()) + ": " + Quantity.number(point.getValue()))
                .collect(Collectors.toCollection(ArrayList::new));
        if (left > 0) {
            points.subList(MAX_POSITIONS / 2, MAX_POSITIONS / 2 + left).clear();
            points.add(MAX_POSITIONS / 2, "...");
        }
        return "(" + String.join(", ", points) + ")";
    }
}
