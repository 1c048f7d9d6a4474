package muster.coordinator.core.run;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.run.AgendaItem.RunPhase;
import muster.coordinator.core.verdict.CheckRows;
import muster.coordinator.core.verdict.ThresholdCheck;
import muster.model.CheckRow;
import muster.text.Json;
import muster.text.Quantity;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Yaml;
import muster.workloads.plan.rule.SweepEnd;
import muster.workloads.plan.rule.Threshold;
import org.jspecify.annotations.Nullable;

/**
 * Ends an automatic sweep: judges each step of the first trial, in the order of rising clients, at equal values of all else that is
 * swept. Steps beyond the last are not done, in further trials neither, so that each trial has the same steps.
 */
final class SweepWatch {
    /** Below so much of the best before, throughput has fallen; in two steps one after the other, as one step may be disturbed. */
    private static final double FALLEN = 0.95;

    private static final int STEPS_TO_FALL = 2;

    private final @Nullable SweepEnd end;
    private final Map<String, Series> all = new HashMap<>();
    private final Set<String> ended = new HashSet<>();
    /** Numbers of the steps that were found to be the last of their series. */
    private final Set<Integer> lastSteps = new HashSet<>();

    SweepWatch(RunScript script) {
        end = SweepEnd.of(script.plan().sweep()).orElse(null);
    }

    /** Steps that differ in their clients only, as far as they were measured. */
    private static final class Series {
        private double bestPerS;
        private int fallen;
    }

    /**
     * Leaves the steps beyond this one out of the agenda, if it is the last of its series.
     *
     * @return what to tell of it
     */
    Optional<CheckRow> closed(RunPhase item, PhaseFigures figures, RunAgenda agenda, long runId) {
        SweepEnd until = end;
        if (until == null || item.trial() != 1 || item.phase().spec().kind() != PhaseKind.MEASURE) {
            return Optional.empty();
        }
        String reason = ends(until, item.step(), figures);
        if (reason == null) {
            return Optional.empty();
        }
        int skipped = agenda.skip(after(item.step())).size();
        String ended = "ended at step " + item.step().number() + ": " + reason + "; larger steps not done: " + skipped;
        return Optional.of(CheckRows.fact(item.at(runId), "sweep", "until " + until.text(), ended));
    }

    /** Whether a series was ended by this step, in whichever trial. */
    boolean endsWith(StepScript step) {
        return lastSteps.contains(step.number());
    }

    /** Why this step is the last of its series; null if it is not. */
    private @Nullable String ends(SweepEnd until, StepScript step, PhaseFigures figures) {
        if (ended.contains(series(step))) {
            return null;
        }
        Series series = all.computeIfAbsent(series(step), name -> new Series());
        Threshold bound = until.bound();
        String reason = bound == null ? fallen(series, figures.throughputPerS()) : met(bound, figures);
        if (reason != null) {
            ended.add(series(step));
            lastSteps.add(step.number());
        }
        return reason;
    }

    private static @Nullable String fallen(Series series, double perS) {
        boolean below = perS < FALLEN * series.bestPerS;
        series.fallen = below ? series.fallen + 1 : 0;
        series.bestPerS = Math.max(series.bestPerS, perS);
        return series.fallen < STEPS_TO_FALL
                ? null
                : "throughput fell to %s/s, after a best of %s/s"
                        .formatted(Quantity.number(perS), Quantity.number(series.bestPerS));
    }

    private static @Nullable String met(Threshold bound, PhaseFigures figures) {
        double observed = ThresholdCheck.observed(bound, figures);
        return !Double.isNaN(observed) && bound.met(observed)
                ? bound.text() + ": observed " + ThresholdCheck.text(bound, observed)
                : null;
    }

    /** Steps that are not done if this one is the last. */
    private Predicate<StepScript> after(StepScript last) {
        String series = series(last);
        return step -> step.number() > last.number() && series(step).equals(series);
    }

    private String series(StepScript step) {
        Branch parameters = Yaml.document(step.parametersJson(), "parameters");
        parameters.entries().remove(end == null ? "" : end.key());
        return Json.write(parameters.plain());
    }
}
