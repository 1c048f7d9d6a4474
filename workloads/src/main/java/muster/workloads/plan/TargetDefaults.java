package muster.workloads.plan;

import java.time.Duration;
import java.util.List;
import muster.workloads.plan.language.Settings;

/**
 * The keys that every target has.
 *
 * @param retries attempts after the first, for transient failures
 * @param backoff before the first retry; it doubles with each
 * @param stopOnError whether the first failed operation ends the run (onError: stop); otherwise it is counted
 * @param connectTimeout until a server must have answered
 * @param operationTimeout until an operation must have ended
 */
public record TargetDefaults(
        int retries, Duration backoff, boolean stopOnError, Duration connectTimeout, Duration operationTimeout) {
    public static final List<String> KEYS =
            List.of("retries", "backoff", "onError", "connectTimeout", "operationTimeout");
    private static final Duration MILLISECOND = Duration.ofMillis(1);
    private static final Duration HOUR = Duration.ofHours(1);

    /** Reads them from section "target"; throws {@link PlanException}. */
    public static TargetDefaults of(Settings target) {
        return new TargetDefaults(
                retries(target),
                target.duration("backoff", Duration.ofMillis(10), Duration.ZERO, HOUR),
                target.choice("onError", "continue", List.of("continue", "stop"))
                        .equals("stop"),
                target.duration("connectTimeout", Duration.ofSeconds(10), MILLISECOND, HOUR),
                target.duration("operationTimeout", Duration.ofSeconds(30), MILLISECOND, HOUR));
    }

    /** Attempts after the first, by section "target". */
    public static int retries(Settings target) {
        return (int) target.integer("retries", 5, 0, 1000);
    }
}
