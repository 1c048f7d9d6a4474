package muster.workloads.plan;

import java.time.Duration;
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
    /** Reads them from section "target"; throws {@link PlanException}. */
    public static TargetDefaults of(Settings target) {
        return new TargetDefaults(
                retries(target),
                target.duration("backoff"),
                target.choice("onError").equals("stop"),
                target.duration("connectTimeout"),
                target.duration("operationTimeout"));
    }

    /** Attempts after the first, by section "target". */
    public static int retries(Settings target) {
        return (int) target.integer("retries");
    }
}
