package muster.coordinator.core.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import muster.coordinator.core.event.InterruptedRun;
import muster.coordinator.core.event.RunScript;
import muster.coordinator.core.event.RunScript.StepScript;
import muster.coordinator.core.event.ServerTask;
import muster.coordinator.core.run.AgendaItem.RunCrashCheck;
import muster.coordinator.core.run.AgendaItem.RunPhase;
import muster.coordinator.core.run.AgendaItem.RunTask;
import muster.coordinator.core.run.AgendaItem.RunVerify;
import muster.coordinator.core.run.AgendaItem.StartServer;
import muster.coordinator.core.run.TaskExecution.Kind;
import muster.model.PhaseAt;
import muster.model.UnfinishedRun;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.rule.NamedStatements;
import org.jspecify.annotations.Nullable;

/** What a run has still to do: tasks, phases and verifications of every trial and step, one after another. */
final class RunAgenda {
    /** A trial that was begun and is not whole; it is done again. */
    record AbandonedTrial(int step, int trial) {}

    private final RunScript script;
    private final LoadedData data;
    private final StatementChecks checks = new StatementChecks();
    private final Deque<AgendaItem> items = new ArrayDeque<>();
    private final RunTimeLeft timeLeft = new RunTimeLeft();
    /** The phase that comes next, as an earlier incarnation began it. */
    private UnfinishedRun.@Nullable Phase interrupted;

    RunAgenda(RunScript script) {
        this.script = script;
        this.data = new LoadedData(script);
        addSyntaxChecks();
        for (int trial = 1; trial <= script.trials(); trial++) {
            for (StepScript step : script.order(trial)) {
                add(step, trial);
            }
        }
    }

    /** Of all steps before the first is loaded; a server that the run starts is not there yet. */
    private void addSyntaxChecks() {
        for (StepScript step : script.steps()) {
            if (step.plan().server().isEmpty() && checks.begins(step)) {
                items.add(new RunTask(step, 1, StatementChecks.first(step)));
            }
        }
    }

    private void add(StepScript step, int trial) {
        boolean restored = addServer(step, trial);
        if (step.plan().server().isPresent() && checks.begins(step)) {
            items.add(new RunTask(step, trial, StatementChecks.first(step)));
        }
        boolean checked = checks.ends(step);
        items.add(new RunTask(step, trial, Kind.PROBE));
        if (step.plan().freshState()) {
            items.add(new RunTask(step, trial, restored ? Kind.FINGERPRINT : Kind.RESET));
        } else if (LoadedData.loads(step.plan())) {
            items.add(new RunTask(step, trial, Kind.CREATE));
        }
        boolean loaded = !checked || StatementChecks.first(step) == Kind.STATEMENTS;
        for (PhaseSpec spec :
                step.plan().phases().stream().filter(step.plan()::executes).toList()) {
            if (!loaded && spec.kind() != PhaseKind.LOAD) {
                items.add(new RunTask(step, trial, Kind.STATEMENTS));
                loaded = true;
            }
            if (spec.kind() == PhaseKind.VERIFY) {
                addVerify(step, trial, spec);
            }
            step.phases().stream()
                    .filter(executed -> executed.spec().name().equals(spec.name()))
                    .filter(executed -> !restored || spec.kind() != PhaseKind.LOAD)
                    .forEach(executed -> addPhase(step, trial, executed));
        }
        UnchangedData.again(step).ifPresent(kind -> items.add(new RunTask(step, trial, kind)));
        if (checked && StatementChecks.measures(step)) {
            items.add(new RunTask(step, trial, Kind.WARNINGS));
        }
    }

    /** Whether it starts with loaded data. */
    private boolean addServer(StepScript step, int trial) {
        if (step.plan().server().isEmpty()) {
            return false;
        }
        ServerTask.Kind kind = data.start(step);
        items.add(new StartServer(step, trial, kind));
        return kind == ServerTask.Kind.RESTORE;
    }

    /** The noop target holds nothing that could be wrong. */
    private void addVerify(StepScript step, int trial, PhaseSpec spec) {
        if (!step.plan().target().kind().equals("noop")) {
            items.add(new RunVerify(step, trial, spec));
        }
    }

    private void addPhase(StepScript step, int trial, ExecutedPhase executed) {
        items.add(new RunPhase(step, trial, executed));
        if (executed.spec().crash() != null) {
            items.add(new RunCrashCheck(step, trial, executed));
        }
        if (executed.indexAfter()) {
            items.add(new RunTask(step, trial, Kind.INDEX));
        }
        if (endsLoad(step, executed.key().ordinal())) {
            if (step.plan().data().statements().any()) {
                items.add(new RunTask(step, trial, Kind.AFTER_LOAD));
            }
            items.add(new RunTask(step, trial, Kind.FINGERPRINT));
            if (data.isCopied(step)) {
                items.add(new StartServer(step, trial, ServerTask.Kind.COPY));
            }
        }
    }

    private static boolean endsLoad(StepScript step, int ordinal) {
        boolean load = step.phases().get(ordinal).spec().kind() == PhaseKind.LOAD;
        boolean last = ordinal + 1 == step.phases().size();
        return load && (last || step.phases().get(ordinal + 1).spec().kind() != PhaseKind.LOAD);
    }

    // ---- after an earlier incarnation ----

    /** What was done is done; a phase that was started is resumed, and one that was prepared begins. */
    void resume(InterruptedRun run, long runId) {
        var unused = remaining(run, false);
        Map<PhaseAt, UnfinishedRun.Phase> known = new HashMap<>();
        run.phases().forEach(phase -> known.put(phase.state().at(), phase));
        Deque<AgendaItem> after = new ArrayDeque<>();
        for (AgendaItem item : items) {
            after.add(item);
            UnfinishedRun.Phase begun = item instanceof RunPhase phase ? known.get(phase.at(runId)) : null;
            if (begun != null) {
                after.clear();
                interrupted = begun.finished() ? null : begun;
                if (!begun.finished()) {
                    after.add(item);
                }
            }
        }
        items.clear();
        items.addAll(after);
    }

    /** Trials that are whole stay; the others, which are returned, are done again under the next free number. */
    List<AbandonedTrial> restart(InterruptedRun run) {
        return remaining(run, true);
    }

    private List<AbandonedTrial> remaining(InterruptedRun run, boolean again) {
        items.clear();
        data.forget();
        checks.forget();
        addSyntaxChecks();
        List<AbandonedTrial> abandoned = new ArrayList<>();
        TrialNumbers trials = new TrialNumbers(run);
        for (int round = 1; round <= script.trials(); round++) {
            for (StepScript step : script.order(round)) {
                remaining(trials, step, round, again, abandoned);
            }
        }
        return abandoned;
    }

    private void remaining(
            TrialNumbers trials, StepScript step, int round, boolean again, List<AbandonedTrial> abandoned) {
        int trial = trials.of(step.number(), round);
        List<String> phases = step.phases().stream()
                .filter(executed -> step.plan().executes(executed.spec()))
                .filter(executed -> !data.isCopied(step) || executed.spec().kind() != PhaseKind.LOAD)
                .map(ExecutedPhase::name)
                .toList();
        if (trials.whole(step.number(), trial, phases)) {
            return;
        }
        if (again && trials.begun(step.number(), trial)) {
            abandoned.add(new AbandonedTrial(step.number(), trial));
            add(step, trials.free());
        } else {
            add(step, trial);
        }
    }

    // ---- going on ----

    /** The next thing to do; null if all is done. */
    @Nullable
    AgendaItem next(long nowNs) {
        AgendaItem next = items.poll();
        timeLeft.begins(next, nowNs);
        return next;
    }

    /** The next thing to do if it is a phase that an earlier incarnation has started. */
    @Nullable
    RunPhase nextStarted() {
        if (interrupted != null && interrupted.startNs() > 0 && items.peek() instanceof RunPhase phase) {
            items.remove();
            return phase;
        }
        return null;
    }

    /** How an earlier incarnation left the phase that begins now; null if it had not begun it. Known once. */
    UnfinishedRun.@Nullable Phase takeInterrupted() {
        UnfinishedRun.Phase before = interrupted;
        interrupted = null;
        return before;
    }

    /** Whether data that a plan brings are still to be loaded. */
    boolean loadsData() {
        return items.stream().anyMatch(item -> switch (item) {
            case RunPhase phase ->
                phase.step().plan().data().loads() && phase.phase().spec().kind() == PhaseKind.LOAD;
            case RunTask task -> task.kind() == Kind.AFTER_LOAD;
            default -> false;
        });
    }

    /** Whether generators of journeys are still to be executed, which only Python workers have. */
    boolean generatesJourneys() {
        return items.stream()
                .anyMatch(item -> item instanceof RunPhase phase
                        && NamedStatements.areGenerated(
                                phase.step().plan().workload().settings().raw()));
    }

    /** Leaves steps out; returns them. */
    List<StepScript> skip(Predicate<StepScript> steps) {
        items.removeIf(item -> steps.test(item.step()));
        return script.steps().stream().filter(steps).toList();
    }

    void clear() {
        items.clear();
    }

    /** How long the rest takes, as far as that is known. */
    RunTimeLeft.Left left(long nowNs) {
        return timeLeft.left(items, nowNs);
    }
}
