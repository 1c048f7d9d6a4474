package muster.coordinator.core.run;

import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.Submission;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.phase.PhaseExecution;
import muster.model.RunRow;
import muster.model.StepRow;
import muster.protocol.Progress;
import muster.workloads.plan.Plan;
import org.jspecify.annotations.Nullable;

/** What a run tells of itself: to the store when it begins, to its followers while it goes on. */
final class RunRows {
    private RunRows() {}

    static Action begin(Submission submission, RunScript script, String name, long nowNs) {
        Plan plan = script.plan();
        List<StepRow> steps = script.steps().stream()
                .map(step -> new StepRow(0, step.number(), step.parametersJson()))
                .toList();
        RunRow row = new RunRow(
                name,
                submission.mode(),
                plan.name(),
                plan.text(),
                plan.target().kind(),
                plan.workload().kind(),
                plan.seed(),
                nowNs,
                script.environment());
        return new Action.BeginRun(submission.request(), row, steps);
    }

    /** Which run it is. */
    static Progress.Builder named(long runId, String name) {
        return Progress.newBuilder().setRunId(runId).setRunName(name);
    }

    /** Where a phase stands, null without one; its figures are added where the store is. */
    static @Nullable Progress progress(
            RunState.@Nullable InPhase running,
            RunScript script,
            RunTimeLeft.Left left,
            Progress.Builder run,
            long nowNs) {
        if (running == null) {
            return null;
        }
        PhaseExecution phase = running.phase();
        Progress.Builder progress = run.setSteps(script.steps().size())
                .setTrials(script.trials())
                .setRunSecondsLeft(left.seconds())
                .setRunAtLeast(left.atLeast())
                .setParametersJson(parameters(script, phase.at.step()))
                .setPlanned(Math.max(0, running.item().phase().planned()))
                .setStep(phase.at.step())
                .setTrial(phase.at.trial())
                .setPhase(phase.at.phase())
                .setWorkers(phase.members.active().size())
                .setSecondsLeft(phase.secondsLeft(nowNs));
        phase.members.everyone().stream()
                .filter(PhaseMember::active)
                .forEach(member -> progress.addMembers(member.worker.status(true, nowNs)));
        return progress.build();
    }

    private static String parameters(RunScript script, int number) {
        return script.steps().stream()
                .filter(step -> step.number() == number)
                .map(RunScript.StepScript::parametersJson)
                .findFirst()
                .orElse("{}");
    }
}
