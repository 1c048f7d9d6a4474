package muster.cli.check;

import java.util.List;
import muster.cli.check.CheckCommand.CheckedStep;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Plan;
import muster.workloads.plan.language.Durations;

/**
 * What is known of a run's length before it.
 *
 * @param durationNs sum of the phases that are bound by a duration
 * @param operations sum of the phases that are bound by a number
 */
record Estimate(long durationNs, long operations) {
    static Estimate of(Plan plan, List<CheckedStep> steps) {
        long durationNs = 0;
        long operations = 0;
        for (CheckedStep step : steps) {
            for (ExecutedPhase phase : step.check().phases()) {
                durationNs += plan.trials() * phase.spec().durationNs();
                operations += plan.trials() * Math.max(0, phase.planned());
            }
        }
        return new Estimate(durationNs, operations);
    }

    String text() {
        String counted = "%,d operations whose time is not known".formatted(operations);
        if (durationNs == 0) {
            return counted;
        }
        return "at least " + Durations.format(durationNs) + (operations == 0 ? "" : ", and " + counted);
    }
}
