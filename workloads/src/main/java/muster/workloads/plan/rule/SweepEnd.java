package muster.workloads.plan.rule;

import java.util.Map;
import java.util.Optional;
import muster.workloads.plan.language.PlanException;
import org.jspecify.annotations.Nullable;

/**
 * What ends a sweep of clients that finds its own last step: "until" of an automatic range.
 *
 * @param key what is swept: "measure.clients"
 * @param text as written
 * @param bound met in the last step; null for "throughput falls"
 */
public record SweepEnd(String key, String text, @Nullable Threshold bound) {
    public static final String FALLS = "throughput falls";

    /**
     * The end of a swept key.
     *
     * @param place what messages begin with
     * @throws PlanException if the text is neither a bound nor {@link #FALLS}
     */
    public static SweepEnd read(String key, String text, String place) {
        return new SweepEnd(
                key,
                text,
                text.strip().equals(FALLS) ? null : ThresholdReader.read(text, place, OperationNames.builtIn()));
    }

    /** That of a plan's sweep; empty if its steps are all known before. */
    public static Optional<SweepEnd> of(Map<String, Object> sweep) {
        return sweep.entrySet().stream()
                .filter(entry -> entry.getValue() instanceof Map<?, ?> range && range.containsKey("until"))
                .map(entry -> read(
                        entry.getKey(), String.valueOf(((Map<?, ?>) entry.getValue()).get("until")), "sweep.until"))
                .findFirst();
    }
}
