package muster.experiments.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import muster.experiments.compare.FalsePositives.Count;
import muster.statistics.Gate;

/** What an A/A test found, for people and as JSON. */
final class FalsePositivesText {
    private FalsePositivesText() {}

    static List<String> lines(FalsePositives found) {
        List<String> lines = new ArrayList<>();
        lines.add(found.pairs() + " pairs of runs of the same plan; false positives:");
        found.figures().forEach((figure, count) -> lines.add(line(figure.label(), count)));
        if (found.fewTrials()) {
            lines.add("note: runs of fewer than " + Gate.MIN_TRIALS + " trials decide nothing, so they find nothing;"
                    + " make them with --trials " + Gate.MIN_TRIALS);
        }
        return lines;
    }

    private static String line(String figure, Count count) {
        return String.format(
                Locale.ROOT,
                "  %-10s  %d of %d (%.1f %%), %d undecided",
                figure,
                count.found(),
                count.compared(),
                count.percent(),
                count.undecided());
    }

    static Map<String, Object> json(FalsePositives found) {
        return Map.of(
                "pairs",
                found.pairs(),
                "figures",
                found.figures().entrySet().stream()
                        .collect(Collectors.toMap(entry -> entry.getKey().label(), entry -> json(entry.getValue()))));
    }

    private static Map<String, Integer> json(Count count) {
        return Map.of("compared", count.compared(), "found", count.found(), "undecided", count.undecided());
    }
}
