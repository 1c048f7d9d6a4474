package muster.report.sweep;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import muster.model.OutcomeCounts;
import muster.statistics.Interval;
import muster.statistics.Mean;
import muster.statistics.Median;
import muster.text.Quantity;

/**
 * One step of a sweep: what a measured phase came to in its trials.
 *
 * @param values the swept values by their short keys, only of keys that differ from step to step
 * @param numeric those of them that are numbers
 * @param foundNothing operations of which every answer was empty, though other steps found something or execute others
 */
public record SweepStep(
        int step,
        Map<String, String> values,
        Map<String, Double> numeric,
        List<Trial> trials,
        List<String> foundNothing) {
    /** An open loop that completes less of what it offers, by more than chance, is overloaded; as in a limit search. */
    private static final double KEPT = 0.98;

    /**
     * One trial.
     *
     * @param place how many steps of this trial were measured before
     * @param perS completed with outcome ok in the measured time, a second: operations, or elements of batches
     * @param offeredPerS arrivals a second of an open loop; NaN for a closed one
     * @param okPerS operations completed with outcome ok, a second
     * @param seconds measured
     * @param limitedBy the culprit of its bottleneck; "" where none was named
     */
    public record Trial(
            long trial,
            int place,
            double perS,
            double p50Ns,
            double p99Ns,
            OutcomeCounts counts,
            double offeredPerS,
            double okPerS,
            double seconds,
            boolean valid,
            boolean wrong,
            String limitedBy) {
        boolean kept() {
            double expected = offeredPerS * seconds;
            double chance = 3 * Math.sqrt(expected);
            return !(okPerS * seconds < Math.min(KEPT * expected, expected - chance));
        }
    }

    /** The median over trials; NaN for none. */
    public double median(ToDoubleFunction<Trial> figure) {
        return Median.of(trials.stream().mapToDouble(figure).toArray());
    }

    /** Of the mean of the logarithms of the trials' figures, at 95 %; without bounds for fewer than two trials. */
    public Interval interval(ToDoubleFunction<Trial> figure) {
        return Mean.ofLogs(
                trials.stream().mapToDouble(figure).filter(value -> value > 0).toArray());
    }

    /** Operations that failed, in per cent. */
    public double errorPercent() {
        return 100.0 * counts().errors() / counts().operations();
    }

    /** Operations of all trials. */
    public OutcomeCounts counts() {
        return trials.stream().map(Trial::counts).reduce(OutcomeCounts.NONE, OutcomeCounts::plus);
    }

    public boolean valid() {
        return trials.stream().allMatch(Trial::valid);
    }

    /** Whether no operation of one of its trials completed, so that there is no verdict on it. */
    boolean empty() {
        return trials.stream()
                .anyMatch(trial -> trial.counts().operations() == trial.counts().errors());
    }

    public boolean wrong() {
        return trials.stream().anyMatch(Trial::wrong);
    }

    /** Whether the database fell behind what an open loop offered in most of its trials. */
    public boolean overloaded() {
        return trials.stream().filter(trial -> !trial.kept()).count() * 2 > trials.size();
    }

    /** Arrivals a second; NaN for a closed loop. */
    public double offeredPerS() {
        return median(Trial::offeredPerS);
    }

    /** Such as "algorithm=stou clients=16". */
    public String name() {
        return values.entrySet().stream()
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(Collectors.joining(" "));
    }

    /** The same without one of its values. */
    String nameWithout(String key) {
        return values.entrySet().stream()
                .filter(value -> !value.getKey().equals(key))
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(Collectors.joining(" "));
    }

    /** What must be known of it beside its figures; "" for nothing. */
    public String remark() {
        String load = overloaded()
                ? "overloaded: " + Quantity.number(median(Trial::okPerS)) + " of " + Quantity.number(offeredPerS())
                        + "/s"
                : "";
        return Arrays.stream(new String[] {wrong() ? "WRONG answers" : "", doubt(), load})
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private String doubt() {
        if (empty()) {
            return "nothing measured";
        }
        if (!foundNothing.isEmpty()) {
            return "found nothing" + (valid() ? "" : ", INVALID");
        }
        return valid() ? "" : "INVALID";
    }

    /** The same, of whose values only that of one key is told. */
    SweepStep only(String key) {
        return new SweepStep(step, Map.of(key, values.getOrDefault(key, "-")), numeric, trials, foundNothing);
    }

    /** The culprit of most trials, such as "host cpu (2 of 3)"; "" where none was named. */
    public String limitedBy() {
        Map<String, Long> culprits = trials.stream()
                .map(Trial::limitedBy)
                .filter(culprit -> !culprit.isEmpty())
                .collect(Collectors.groupingBy(culprit -> culprit, TreeMap::new, Collectors.counting()));
        return culprits.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> most.getKey()
                        + (most.getValue() < trials.size()
                                ? " (" + most.getValue() + " of " + trials.size() + ")"
                                : ""))
                .orElse("");
    }

    /** Of each trial how many steps ran before; 0 for one that it has not. */
    int[] places(int trials) {
        int[] places = new int[trials];
        this.trials.forEach(trial -> places[(int) trial.trial() - 1] = trial.place());
        return places;
    }

    /** Whether it may be called the best. */
    boolean usable() {
        return valid() && !wrong() && !trials.isEmpty() && foundNothing.isEmpty();
    }
}
