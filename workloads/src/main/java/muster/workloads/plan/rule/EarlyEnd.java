package muster.workloads.plan.rule;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What ends a phase before its duration or number of operations is reached.
 *
 * @param steadyAfter least time after which a steady throughput ends it; null if that does not end it
 * @param stopIf rules, any of which ends it
 */
public record EarlyEnd(@Nullable Duration steadyAfter, List<StopRule> stopIf) {
    public static final EarlyEnd NONE = new EarlyEnd(null, List.of());

    /** Whether anything may end the phase early. */
    public boolean possible() {
        return steadyAfter != null || !stopIf.isEmpty();
    }
}
