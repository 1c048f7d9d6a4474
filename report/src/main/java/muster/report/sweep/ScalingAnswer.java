package muster.report.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import muster.report.sweep.SweepStep.Trial;
import muster.statistics.Interval;
import muster.statistics.ScalabilityLaw;
import muster.text.Quantity;

/**
 * How throughput grows with clients, at equal values of all else that is swept.
 *
 * @param group the values of all else, such as "algorithm=stou"; "" for none
 * @param least clients of a step
 * @param most clients of a step
 */
public record ScalingAnswer(String group, double least, double most, String unit, ScalabilityLaw law) {
    private static final int MIN_TRIALS = 2;
    /** A peak further out than this was not looked at. */
    private static final double NEAR = 1.5;

    /** One for each group of six closed loops or more whose clients are swept, in equally many trials. */
    static List<ScalingAnswer> of(List<SweepStep> steps, List<String> keys, String unit) {
        Optional<String> key = keys.stream()
                .filter(name -> name.equals("clients") || name.endsWith(".clients"))
                .findFirst();
        if (key.isEmpty()) {
            return List.of();
        }
        Map<String, List<SweepStep>> groups = steps.stream()
                .filter(SweepStep::usable)
                .filter(step -> Double.isNaN(step.offeredPerS()))
                .collect(Collectors.groupingBy(
                        step -> step.nameWithout(key.get()), LinkedHashMap::new, Collectors.toList()));
        List<ScalingAnswer> answers = new ArrayList<>();
        groups.forEach((group, of) -> answer(group, of, key.get(), unit).ifPresent(answers::add));
        return answers;
    }

    private static Optional<ScalingAnswer> answer(String group, List<SweepStep> steps, String key, String unit) {
        int trials = steps.getFirst().trials().size();
        boolean alike = steps.stream().allMatch(step -> step.trials().size() == trials);
        boolean positive =
                steps.stream().flatMap(step -> step.trials().stream()).allMatch(trial -> trial.perS() > 0);
        if (steps.size() < ScalabilityLaw.MIN_POINTS || trials < MIN_TRIALS || !alike || !positive) {
            return Optional.empty();
        }
        double[] clients = steps.stream()
                .mapToDouble(step -> step.numeric().getOrDefault(key, Double.NaN))
                .toArray();
        double[][] throughput = steps.stream()
                .map(step -> step.trials().stream().mapToDouble(Trial::perS).toArray())
                .toArray(double[][]::new);
        double least = Arrays.stream(clients).min().orElse(1);
        double most = Arrays.stream(clients).max().orElse(1);
        return Optional.of(new ScalingAnswer(group, least, most, unit, ScalabilityLaw.of(clients, throughput)));
    }

    /** Whether a peak is named: only where it was looked for. */
    public boolean hasPeak() {
        return law.fits() && Double.isFinite(law.peak().high()) && law.peak().estimate() <= NEAR * most;
    }

    /** Such as "throughput peaks at 37 clients (31 to 46) ...". */
    public String sentence() {
        String where = group.isEmpty() ? "" : group + ": ";
        String range = Quantity.number(least) + " to " + Quantity.number(most) + " clients";
        if (!law.fits()) {
            return where + "throughput against " + range + " does not follow the Universal Scalability Law (p = "
                    + Quantity.number(law.fit()) + "), so no peak is named";
        }
        Interval peak = law.peak();
        String parts = "contention " + Quantity.percent(100 * law.contention()) + ", coherency "
                + Quantity.percent(100 * law.coherency());
        if (!hasPeak()) {
            return where + "throughput has no peak within " + range + ": about " + Quantity.number(law.at(most)) + " "
                    + unit + " with " + Quantity.number(most) + " (" + parts + ")";
        }
        return where + "throughput peaks at " + Quantity.number(peak.estimate()) + " clients ("
                + Quantity.number(peak.low()) + " to " + Quantity.number(peak.high()) + "), about "
                + Quantity.number(law.at(peak.estimate())) + " " + unit + " (" + parts + ")";
    }
}
