package muster.coordinator.core.verdict;

import java.util.List;
import java.util.Locale;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OperationFigures;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.text.Quantity;
import muster.workloads.plan.rule.Threshold;

/** Judges a measure phase by its thresholds: did the database do what was asked? {@link ValidityCheck} is another matter. */
public final class ThresholdCheck {
    private ThresholdCheck() {}

    /**
     * A row for each threshold.
     *
     * @param steady whether the load of the phase is meant to be the same all the time, so that drift is a doubt
     */
    public static List<CheckRow> thresholds(
            PhaseAt at, PhaseFigures figures, List<Threshold> thresholds, boolean steady) {
        CheckRows checks = new CheckRows(at, CheckKind.THRESHOLD);
        String doubt = steady && SteadinessCheck.steadiness(figures).unsteady() ? " (not steady)" : "";
        thresholds.forEach(threshold -> judge(checks, threshold, figures, doubt));
        return checks.rows();
    }

    /** Whether a plan says which errors it accepts. */
    public static boolean mentionsErrors(List<Threshold> thresholds) {
        return thresholds.stream().anyMatch(threshold -> threshold.metric().startsWith("errors"));
    }

    private static void judge(CheckRows checks, Threshold threshold, PhaseFigures figures, String doubt) {
        double observed = observed(threshold, figures);
        boolean met = !Double.isNaN(observed) && threshold.met(observed);
        String reason = Double.isNaN(observed) ? "too few samples, or no such operation" : "";
        String seen = text(threshold, observed) + doubt;
        checks.add(threshold.text(), threshold.text(), seen, met, "", reason);
    }

    /** The figure that a threshold is about; NaN for too few samples, or none of such an operation. */
    public static double observed(Threshold threshold, PhaseFigures figures) {
        return figures.operations().stream()
                .filter(row -> row.operation().equals(threshold.operation())
                        && row.timing().equals(threshold.timing()))
                .findFirst()
                .map(row -> observe(threshold.metric(), row))
                .orElse(Double.NaN);
    }

    private static double observe(String metric, OperationFigures row) {
        return switch (metric) {
            case "throughput" -> row.throughputPerS();
            case "errors" -> row.errors();
            case "errors%" -> row.all() == 0 ? 0 : 100.0 * row.errors() / row.all();
            case "mean" -> row.samples() == 0 ? Double.NaN : row.meanNs();
            case "min" -> row.samples() == 0 ? Double.NaN : row.minNs();
            case "max" -> row.samples() == 0 ? Double.NaN : row.maxNs();
            default -> percentile(row, Double.parseDouble(metric.substring(1)));
        };
    }

    private static double percentile(OperationFigures row, double percentile) {
        long value = row.percentiles().at(percentile);
        return value < 0 ? Double.NaN : value;
    }

    /** In the unit that a threshold is written in. */
    public static String text(Threshold threshold, double value) {
        if (Double.isNaN(value)) {
            return "none";
        }
        return switch (threshold.metric()) {
            case "throughput" -> String.format(Locale.ROOT, "%.1f/s", value);
            case "errors" -> String.format(Locale.ROOT, "%.0f", value);
            case "errors%" -> Quantity.number(value);
            default -> Quantity.duration(value);
        };
    }
}
