package muster.experiments.reproduce.judgement;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import muster.statistics.Interval;

/**
 * The verdict on a claim. A claim holds if all its shapes hold; the interval is that of the figure which decided, or which is open.
 *
 * @param note the figures, with what would decide the claim where nothing did
 */
public record Judgement(ClaimVerdict verdict, Interval interval, String note) {
    /**
     * Judges values by shapes.
     *
     * @throws muster.report.analysis.AnalysisException naming a label that has no value
     */
    public static Judgement of(List<Shape> shapes, Observations here) {
        List<Figure> figures = new ArrayList<>();
        shapes.forEach(shape -> figures.addAll(ShapeFigures.of(shape, here)));
        ClaimVerdict verdict = verdict(figures);
        List<Figure> decisive =
                figures.stream().filter(figure -> figure.verdict() == verdict).toList();
        String text = (verdict == ClaimVerdict.REPRODUCED ? figures : decisive)
                .stream().map(Figure::toString).collect(Collectors.joining(", "));
        String cure = verdict == ClaimVerdict.NOT_DECIDED
                ? "; would do: " + decisive.getFirst().cure()
                : "";
        return new Judgement(verdict, decisive.getFirst().interval(), text + cure);
    }

    /** A claim for which something is missing. */
    public static Judgement notTestable(String missing) {
        return new Judgement(ClaimVerdict.NOT_TESTABLE, Interval.NONE, missing);
    }

    /** A claim whose measurements cannot be trusted, or did not succeed. */
    public static Judgement notDecided(String why) {
        return new Judgement(ClaimVerdict.NOT_DECIDED, Interval.NONE, why);
    }

    private static ClaimVerdict verdict(List<Figure> figures) {
        List<ClaimVerdict> all = figures.stream().map(Figure::verdict).toList();
        if (all.contains(ClaimVerdict.DIFFERS)) {
            return ClaimVerdict.DIFFERS;
        }
        return all.contains(ClaimVerdict.NOT_DECIDED) ? ClaimVerdict.NOT_DECIDED : ClaimVerdict.REPRODUCED;
    }
}
