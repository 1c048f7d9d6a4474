package muster.experiments.limit;

import java.util.Comparator;
import java.util.List;
import muster.coordinator.core.event.ExitCode;
import muster.statistics.Interval;
import org.jspecify.annotations.Nullable;

/**
 * What a search has found.
 *
 * @param estimate null if not even one client holds the bound, or nothing was measured
 * @param oneClient the closed loop with one client; null if it was not measured
 * @param steps in the order in which they were taken
 * @param ended why it ended early; "" if it did not
 */
record LimitResult(
        @Nullable LimitEstimate estimate, @Nullable StepResult oneClient, List<StepResult> steps, String ended) {
    private static final String NONE = "none";
    private static final String GENERATOR = "generator";

    /** What the nearest step above the limit was limited by: at its very edge a step may fail by chance, with nothing full. */
    String limitedBy() {
        return steps.stream()
                .filter(step -> !step.holds())
                .sorted(Comparator.comparingDouble(StepResult::rate))
                .map(StepResult::limitedBy)
                .filter(name -> !name.equals(NONE))
                .findFirst()
                .orElse(NONE);
    }

    boolean limitedByGenerator() {
        return limitedBy().equals(GENERATOR);
    }

    /** Whether no rate is known to be too high: what is known then is the highest one that held the bound. */
    boolean open() {
        return estimate != null
                && (limitedByGenerator() || Double.isInfinite(estimate.high()) || nearestFailed() == null);
    }

    /** Operations a second: the limit, never more than was completed in a step that held the bound. Null where none did. */
    @Nullable
    Double rate() {
        if (estimate == null || noneHeld()) {
            return null;
        }
        return open() ? highestHeld() : Math.min(estimate.rate(), highestHeld());
    }

    /** The lower end of the interval, operations a second, never above {@link #rate}; null where no rate held the bound. */
    @Nullable
    Double low() {
        Double rate = rate();
        return estimate == null || rate == null ? null : (Double) Math.min(estimate.low(), rate);
    }

    /** The upper end of the interval, operations a second; null where it is open. */
    @Nullable
    Double high() {
        return estimate == null || open() ? null : (Double) estimate.high();
    }

    /** {@link #rate} with its ends, infinite where the upper one is open; {@link Interval#NONE} where no rate held the bound. */
    Interval interval() {
        Double rate = rate();
        Double low = low();
        Double high = high();
        return rate == null || low == null
                ? Interval.NONE
                : new Interval(rate, low, high == null ? Double.POSITIVE_INFINITY : high);
    }

    /** Whether rates were tried and none held the bound. */
    boolean noneHeld() {
        return !steps.isEmpty() && steps.stream().noneMatch(StepResult::holds);
    }

    /** What was completed at the highest rate that held the bound, no more than was offered; 0 for none. */
    double highestHeld() {
        StepResult held = held();
        return held == null ? 0 : held.carried();
    }

    /** Whether the answers of one client, or where no rate held those of any step, were wrong. */
    boolean wrong() {
        boolean one = oneClient != null && oneClient.wrong();
        return one || (noneHeld() && steps.stream().anyMatch(StepResult::wrong));
    }

    /** The step of {@link #highestHeld}; null where none held. */
    @Nullable
    StepResult held() {
        return steps.stream()
                .filter(StepResult::holds)
                .max(Comparator.comparingDouble(StepResult::carried))
                .orElse(null);
    }

    /** Of the answer, whatever ended the search early. */
    ExitCode exitCode() {
        if (wrong()) {
            return ExitCode.WRONG_ANSWERS;
        }
        if (rate() != null) {
            return ExitCode.OK;
        }
        return limitedByGenerator() ? ExitCode.INVALID_RUN : ExitCode.THRESHOLD_MISSED;
    }

    /** Of steps that failed the nearest above the estimate; the highest below it if there is none above. Null for none. */
    @Nullable
    StepResult nearestFailed() {
        double limit = estimate == null ? 0 : estimate.rate();
        return steps.stream()
                .filter(step -> !step.holds())
                .min(Comparator.comparing((StepResult step) -> step.rate() < limit)
                        .thenComparingDouble(step -> Math.abs(step.rate() - limit)))
                .orElse(null);
    }
}
