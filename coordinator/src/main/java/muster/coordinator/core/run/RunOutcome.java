package muster.coordinator.core.run;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.ExitCode;
import muster.coordinator.core.event.InterruptedRun;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.Submission;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.phase.PhaseExecution;
import muster.coordinator.core.phase.PhaseStream;
import muster.coordinator.core.verdict.AnswerCheck;
import muster.coordinator.core.verdict.BottleneckAnalysis;
import muster.coordinator.core.verdict.CheckRows;
import muster.coordinator.core.verdict.ColocationCheck;
import muster.coordinator.core.verdict.CoverageCheck;
import muster.coordinator.core.verdict.CrashVerdict;
import muster.coordinator.core.verdict.EmptyAnswerCheck;
import muster.coordinator.core.verdict.FollowCheck;
import muster.coordinator.core.verdict.LoadCheck;
import muster.coordinator.core.verdict.LostTarget;
import muster.coordinator.core.verdict.NoMeasurementCheck;
import muster.coordinator.core.verdict.OutcomeCheck;
import muster.coordinator.core.verdict.SnapshotTimesCheck;
import muster.coordinator.core.verdict.StarvedServerCheck;
import muster.coordinator.core.verdict.StatementVerdict;
import muster.coordinator.core.verdict.SteadinessCheck;
import muster.coordinator.core.verdict.ThresholdCheck;
import muster.coordinator.core.verdict.ValidityCheck;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.CrashRow;
import muster.model.PhaseAt;
import muster.model.RunEnd;
import muster.protocol.Finding;
import muster.protocol.Finished;
import muster.protocol.RunResult;
import muster.protocol.TaskResult;
import muster.text.Printable;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a run: writes its checks, and derives verdicts and the exit code from them. A trial that is abandoned
 * takes what was found of it along, and one that the answer of a sweep leaves out is not judged: its failed checks of
 * generator and thresholds are warnings. A run that did not complete has no verdict, NULL, unless its books disagree:
 * then it is "invalid".
 */
final class RunOutcome {
    private static final String INVALID = "invalid";

    private final Outbox outbox;
    private final RunScript script;
    private final Map<Trial, TrialFindings> trials = new HashMap<>();
    private final Map<String, String> fingerprints = new HashMap<>();
    private final UnchangedData data = new UnchangedData();
    private ExitCode exit = ExitCode.OK;
    private String message = "";
    private String wrong = "";
    /** Why the first phase that measured nothing has no verdict; it does not hide why a run was cut short. */
    private String unmeasured = "";

    private boolean phaseBegun;
    /** Whether a load did not do what it planned, so that nothing more can be measured. */
    private boolean failed;

    RunOutcome(Outbox outbox, RunScript script) {
        this.outbox = outbox;
        this.script = script;
    }

    private record Trial(int step, int trial) {}

    // ---- checks ----

    void add(CheckRow row) {
        add(List.of(row));
    }

    /** Those of one phase are durable together, so that nobody takes some of them for all. */
    void add(List<CheckRow> rows) {
        if (!rows.isEmpty()) {
            List<CheckRow> weighed = LeftOutTrial.unjudged(rows, script);
            outbox.add(new Action.WriteChecks(weighed));
            weighed.forEach(this::weigh);
        }
    }

    private void weigh(CheckRow row) {
        trials.computeIfAbsent(new Trial(row.step(), row.trial()), trial -> new TrialFindings())
                .weigh(row);
    }

    /**
     * Of any phase, once the store has closed it: a measured one is judged, of another only the books are.
     *
     * @param endsSweep whether an automatic sweep ends with its step
     */
    void closed(PhaseExecution phase, PhaseFigures figures, Plan plan, Submission submission, boolean endsSweep) {
        PhaseAt at = phase.at;
        add(phase.earlyEnd());
        answers(AnswerCheck.of(at, phase.phase.spec().kind(), figures, plan));
        phase.streams.all().forEach(stream -> answers(outcomes(at, plan, stream, figures)));
        answers(EmptyAnswerCheck.of(at, phase.phase.spec().kind(), figures, plan));
        if (phase.phase.spec().kind() != PhaseKind.MEASURE) {
            add(CoverageCheck.failure(at, figures));
            load(phase, figures);
            warmup(phase, figures);
        } else {
            ValidityCheck.Facts facts = facts(phase, figures, plan, submission);
            Optional<ValidityCheck.Load> nothing = facts.loads().stream()
                    .filter(load -> load.figures().completed() == 0 && !phase.status.stopped())
                    .findFirst();
            nothing.ifPresentOrElse(
                    load -> empty(phase, figures, facts, load, endsSweep), () -> measured(phase, figures, plan, facts));
        }
    }

    private static List<CheckRow> outcomes(PhaseAt at, Plan plan, PhaseStream stream, PhaseFigures figures) {
        return OutcomeCheck.of(
                at,
                plan,
                stream.name(),
                stream.load(),
                figures.of(stream.name()),
                stream.book().executedAgain());
    }

    /** What a load did not do ends the run, unless the plan says otherwise. One that was stopped has done what it could. */
    private void load(PhaseExecution phase, PhaseFigures figures) {
        if (!phase.status.stopped()) {
            PhaseSpec spec = phase.phase.spec();
            add(LoadCheck.rows(phase.at, spec, figures));
            LoadCheck.failure(phase.at, spec, figures).ifPresent(reason -> fail(where(phase.at) + reason));
        }
    }

    /** The database refused a statement that follows the load: what is measured then is not what the plan says. */
    void refusedAfterLoad(PhaseAt trial, Plan plan, String reason) {
        String line = Printable.line(reason, Printable.MAX_MESSAGE);
        add(CheckRows.warning(trial, CheckRow.FAILED_LOAD, "each statement after the load", line, "", ""));
        if (plan.phases().stream().noneMatch(PhaseSpec::continuesOnError)) {
            fail(where(trial) + "load failed: " + line);
        }
    }

    private void warmup(PhaseExecution phase, PhaseFigures figures) {
        if (phase.phase.spec().kind() == PhaseKind.WARMUP && !phase.status.stopped()) {
            add(phase.streams.all().stream()
                    .flatMap(stream ->
                            NoMeasurementCheck.warmup(phase.at, stream.name(), figures.of(stream.name())).stream())
                    .toList());
        }
    }

    private void fail(String reason) {
        cutShort(ExitCode.OPERATIONS_FAILED, reason);
        failed = true;
    }

    /** "" in a run of one step and trial. */
    private String where(PhaseAt at) {
        return script.steps().size() > 1 || script.trials() > 1
                ? "step " + at.step() + " trial " + at.trial() + ": "
                : "";
    }

    /** What was measured before stays; neither generator nor database is judged by the time in which the target was dead. */
    void targetLost(PhaseExecution phase, PhaseFigures figures, Plan plan, TargetWatch watch) {
        PhaseAt at = phase.at;
        boolean measures = phase.phase.spec().kind() == PhaseKind.MEASURE;
        answers(AnswerCheck.of(at, phase.phase.spec().kind(), figures, plan));
        add(measures ? CoverageCheck.of(at, figures) : CoverageCheck.failure(at, figures));
        add(LostTarget.rows(at, watch.at(), watch.sentence(), measures));
        exit = exit.worse(ExitCode.FAULT);
        message = where(at) + watch.sentence();
    }

    /** Of a plan that measures in several phases each finding says in which. */
    private void found(PhaseAt at, List<CheckRow> rows) {
        long measured = script.plan().phases().stream()
                .filter(phase -> phase.kind() == PhaseKind.MEASURE)
                .count();
        add(measured > 1 ? CheckRows.named(at, rows) : rows);
    }

    private void measured(PhaseExecution phase, PhaseFigures figures, Plan plan, ValidityCheck.Facts facts) {
        PhaseAt at = phase.at;
        List<CheckRow> validity = ValidityCheck.of(at, facts);
        found(
                at,
                Stream.of(
                                ColocationCheck.of(at, phase.members.everyone()),
                                StarvedServerCheck.of(at, figures, phase.members.everyone()),
                                phase.streams.all().stream()
                                        .flatMap(stream ->
                                                FollowCheck.of(
                                                        at,
                                                        plan,
                                                        stream.load(),
                                                        stream.book().covered())
                                                        .stream())
                                        .toList(),
                                ThresholdCheck.thresholds(
                                        at,
                                        figures,
                                        plan.thresholds(),
                                        !phase.phase.spec().isChanging()),
                                validity,
                                SnapshotTimesCheck.of(at, phase.members.everyone()),
                                steadiness(phase, figures, plan),
                                CoverageCheck.of(at, figures),
                                LeftOutTrial.fact(at, script),
                                BottleneckAnalysis.rows(at, facts, validity))
                        .flatMap(Collection::stream)
                        .toList());
        if (phase.phase.spec().crash() == null) {
            errors(figures, plan);
        }
    }

    /** A phase without a completed operation: its generator is judged, the database is not. */
    private void empty(
            PhaseExecution phase,
            PhaseFigures figures,
            ValidityCheck.Facts facts,
            ValidityCheck.Load load,
            boolean endsSweep) {
        PhaseAt at = phase.at;
        CheckRow nothing = NoMeasurementCheck.row(at, load, endsSweep);
        found(
                at,
                Stream.of(
                                ColocationCheck.of(at, phase.members.everyone()),
                                ValidityCheck.of(at, facts),
                                SnapshotTimesCheck.of(at, phase.members.everyone()),
                                CoverageCheck.of(at, figures),
                                LeftOutTrial.fact(at, script),
                                List.of(nothing))
                        .flatMap(Collection::stream)
                        .toList());
        exit = exit.worse(ExitCode.OPERATIONS_FAILED);
        unmeasured = unmeasured.isEmpty() ? where(at) + NoMeasurementCheck.reason(at, load) : unmeasured;
    }

    /** A crash is what a phase is not steady for, and so is a profile. */
    private static List<CheckRow> steadiness(PhaseExecution phase, PhaseFigures figures, Plan plan) {
        if (phase.phase.spec().isChanging()) {
            return List.of(SteadinessCheck.changing(phase.at, phase.phase.spec()));
        }
        return phase.phase.spec().crash() == null
                ? SteadinessCheck.of(phase.at, figures, plan.steadyRequired())
                : List.of();
    }

    private void answers(List<CheckRow> rows) {
        add(rows);
        rows.stream()
                .filter(row -> CheckKind.ORACLE.is(row) && !row.passed() && wrong.isEmpty())
                .forEach(row ->
                        wrong = "wrong answers: step " + row.step() + " trial " + row.trial() + ": " + row.reason());
    }

    private void errors(PhaseFigures figures, Plan plan) {
        boolean errors = figures.operations().stream().anyMatch(row -> row.errors() > 0);
        if (errors && !ThresholdCheck.mentionsErrors(plan.thresholds())) {
            exit = exit.worse(ExitCode.OPERATIONS_FAILED);
        }
    }

    /** A warning, since answers that were not checked are neither right nor wrong. */
    void unverified(PhaseAt verify, String reason) {
        add(CheckRows.warning(verify, verify.phase(), CheckRow.VERIFIED, "not verified", "", reason));
    }

    private static ValidityCheck.Facts facts(
            PhaseExecution phase, PhaseFigures figures, Plan plan, Submission submission) {
        return new ValidityCheck.Facts(
                phase.timeline.seconds(),
                phase.members.everyone(),
                phase.streams.all().stream()
                        .map(stream -> load(phase, stream, figures.of(stream.name())))
                        .toList(),
                submission.overhead() || plan.target().kind().equals("noop"),
                submission.leaseSize());
    }

    private static ValidityCheck.Load load(PhaseExecution phase, PhaseStream stream, PhaseFigures figures) {
        ExecutedPhase load = stream.load();
        return new ValidityCheck.Load(
                stream.name(),
                load.spec(),
                figures,
                phase.close.missedArrivals(stream),
                load.planned() >= 0 || stream.book().covered() == load.limit(),
                load.turns());
    }

    /** What a task found out. */
    void learned(long runId, AgendaItem item, TaskResult result) {
        if (item instanceof AgendaItem.RunVerify verify) {
            result.getFindingsList().forEach(finding -> found(verify.at(runId), finding));
        } else if (item instanceof AgendaItem.RunCrashCheck check) {
            result.getFindingsList().forEach(finding -> found(check.at(runId), finding));
        } else if (item instanceof AgendaItem.RunTask task) {
            learned(task.trialAt(runId), task, result);
        }
    }

    private void learned(PhaseAt trial, AgendaItem.RunTask task, TaskResult result) {
        answers(data.learned(trial, task, result));
        if (task.kind() == TaskExecution.Kind.FINGERPRINT) {
            fingerprint(trial, LoadedData.origin(task.step()), new TreeMap<>(result.getFactsMap()).toString());
        } else if (task.kind() == TaskExecution.Kind.WARNINGS) {
            add(StatementVerdict.warnings(trial, task.step().plan().target().kind(), result));
        }
    }

    /** What the database kept of the writes of a phase in which its server crashed. */
    void crashed(CrashRow row) {
        answers(CrashVerdict.of(row));
    }

    void found(PhaseAt verify, Finding finding) {
        String name = verify.phase() + ": " + finding.getName();
        add(CheckRows.oracle(
                verify, name, finding.getExpected(), finding.getObserved(), finding.getPassed(), finding.getReason()));
        if (!finding.getPassed() && wrong.isEmpty()) {
            wrong = "wrong answers: step " + verify.step() + " trial " + verify.trial() + ": " + name + ": "
                    + finding.getReason();
        }
    }

    /** Every trial of a step must start from the same state; the first one says which. */
    void fingerprint(PhaseAt load, String origin, String observed) {
        String expected = fingerprints.computeIfAbsent(origin, first -> observed);
        add(CheckRows.oracle(
                load,
                CheckRow.STATE_AFTER_LOAD,
                expected,
                observed,
                expected.equals(observed),
                "this trial did not start from the same graph as the first"));
    }

    // ---- after an earlier incarnation ----

    /** What it had found. A phase that it measured and did not live to judge spoils its trial: the evidence is gone. */
    void remember(InterruptedRun run) {
        phaseBegun = !run.phases().isEmpty();
        run.checks().forEach(this::weigh);
        run.checks().stream()
                .filter(row -> row.name().equals(CheckRow.STATE_AFTER_LOAD))
                .forEach(row -> fingerprints.putIfAbsent(Integer.toString(row.step()), row.expected()));
        Map<Trial, Integer> measured = new HashMap<>();
        run.phases().stream()
                .filter(phase -> phase.finished() && !phase.abandoned())
                .map(phase -> phase.state().at())
                .filter(at -> run.script().measures(at))
                .forEach(at -> measured.merge(new Trial(at.step(), at.trial()), 1, Integer::sum));
        measured.forEach((trial, phases) -> unjudged(run.runId(), trial, phases));
    }

    /** Of a run whose next phase is resumed: a load that had failed has ended it, though that was not written yet. */
    void rememberFailedLoad(InterruptedRun run) {
        boolean continues = run.script().plan().phases().stream().anyMatch(PhaseSpec::continuesOnError);
        run.checks().stream()
                .filter(row -> row.name().equals(CheckRow.FAILED_LOAD) && !continues)
                .findFirst()
                .ifPresent(row -> fail("load failed: " + row.observed()));
    }

    private void unjudged(long runId, Trial trial, int phases) {
        TrialFindings found = trials.get(trial);
        if (found == null || found.judged() < phases) {
            add(CoverageCheck.unjudged(new PhaseAt(runId, trial.step(), trial.trial(), "")));
        }
    }

    void abandoned(int step, int trial) {
        trials.remove(new Trial(step, trial));
    }

    // ---- the end ----

    void phaseBegins() {
        phaseBegun = true;
    }

    /** What those who follow the run are told in the end. */
    Finished finished(long runId, String state, RunResult result) {
        return Finished.newBuilder()
                .setRunId(runId)
                .setExitCode(exit.code())
                .setState(state)
                .setMessage(message)
                .setResult(result)
                .build();
    }

    /** It ends before it is done. The first reason is the one that is told. */
    void cutShort(ExitCode code, String reason) {
        exit = exit.worse(code);
        message = message.isEmpty() ? reason : message;
    }

    /** Instead of what else might be said. */
    void lost(String reason) {
        exit = exit.worse(ExitCode.FAULT);
        message = reason;
    }

    /** Whether the run cannot go on, since a load did not do what it planned. */
    boolean failed() {
        return failed;
    }

    /** @param complete whether all that was planned was done */
    RunEnd end(long runId, boolean complete, boolean thresholds, long nowNs) {
        if (any(TrialFindings::invalid)) {
            exit = exit.worse(ExitCode.INVALID_RUN);
        }
        if (any(TrialFindings::wrong)) {
            exit = exit.worse(ExitCode.WRONG_ANSWERS);
        }
        if (any(TrialFindings::missed)) {
            exit = exit.worse(ExitCode.THRESHOLD_MISSED);
        }
        if (any(TrialFindings::unmeasured)) {
            exit = exit.worse(ExitCode.OPERATIONS_FAILED);
        }
        message = Stream.of(wrong, message, unmeasured)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("\n"));
        boolean whole = complete && !failed;
        return new RunEnd(
                runId,
                state(complete),
                nowNs,
                whole ? validity() : any(TrialFindings::booksDisagree) ? INVALID : null,
                whole ? thresholds(thresholds) : null,
                exit.code(),
                message);
    }

    private String state(boolean complete) {
        boolean nothing = any(TrialFindings::hasEmpty) && !any(TrialFindings::measured);
        if (failed || (complete && nothing) || !(complete || phaseBegun)) {
            return RunEnd.FAILED;
        }
        return complete ? RunEnd.COMPLETE : RunEnd.STOPPED;
    }

    private @Nullable String validity() {
        if (any(TrialFindings::invalid)) {
            return INVALID;
        }
        return judgeable() ? "valid" : null;
    }

    private String thresholds(boolean asked) {
        if (any(TrialFindings::missed)) {
            return "missed";
        }
        return asked && judgeable() ? "met" : "none";
    }

    /** Whether each step measured what it was to measure. */
    private boolean judgeable() {
        return any(TrialFindings::measured) && !any(TrialFindings::unmeasured);
    }

    private boolean any(Predicate<TrialFindings> finding) {
        return trials.values().stream().anyMatch(finding);
    }
}
