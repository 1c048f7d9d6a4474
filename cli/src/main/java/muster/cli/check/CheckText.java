package muster.cli.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import muster.cli.check.CheckCommand.CheckedStep;
import muster.text.Printable;
import muster.workloads.Workload.Operations;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.SecretUse;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.profile.LoadProfile;
import muster.workloads.plan.rule.Threshold;
import muster.workloads.plan.section.DataStatements;
import muster.workloads.plan.section.ServerSpec;
import muster.workloads.plan.turns.TurnSpec;
import muster.workloads.target.Target.Contents;
import org.jspecify.annotations.Nullable;

/** Tells people what a check found. */
final class CheckText {
    private static final int SAMPLES = 3;

    private final Consumer<String> line;

    CheckText(Consumer<String> line) {
        this.line = line;
    }

    void print(Plan plan, List<CheckedStep> steps, List<TargetCheck> targets) {
        line.accept("plan %s: target %s, workload %s, seed %d, %s with %s each, %s"
                .formatted(
                        plan.name(),
                        plan.target().kind(),
                        plan.workload().kind(),
                        plan.seed(),
                        number(steps.size(), "step"),
                        number(plan.trials(), "trial"),
                        plan.freshState() ? "from a fresh state" : "on the existing state"));
        targets.forEach(this::target);
        SecretUse.of(plan).stream().map(SecretUse::shown).distinct().forEach(use -> line.accept("secrets: " + use));
        plan.server().ifPresent(server -> server(plan, server));
        steps(steps);
        TurnBlocks.lines(steps).forEach(line);
        thresholds(plan.thresholds());
        line.accept("time: " + Estimate.of(plan, steps).text());
        samples(steps.getFirst());
        afterLoad(steps.getFirst()).forEach(line);
        SampleStatements.of(steps).forEach(this::statements);
    }

    private void target(TargetCheck target) {
        if (!target.answers()) {
            line.accept("target does not answer: " + target.problem());
            return;
        }
        line.accept("target: " + pairs(target.facts()));
        target.contents()
                .ifPresent(contents -> line.accept("database: " + text(contents) + "; " + target.consequence()));
        target.queries().stream()
                .flatMap(query -> query.warnings().stream())
                .forEach(warning -> line.accept("warning: " + warning));
    }

    private void server(Plan plan, ServerSpec server) {
        line.accept("server: a run starts %s at %s, and stops it after the run%s"
                .formatted(
                        server,
                        plan.target().settings().raw().get("uri"),
                        server.data().isEmpty() ? "; its data are deleted" : "; its data stay in " + server.data()));
    }

    private static String text(Contents contents) {
        String database = contents.database().isEmpty() ? "" : "/" + contents.database();
        String where = contents.address() + database;
        if (contents.empty()) {
            return where + " is empty";
        }
        String marked = contents.marked() ? ", marked as Muster's" : "";
        return "%s holds %,d vertices and %,d edges%s".formatted(where, contents.vertices(), contents.edges(), marked);
    }

    /** Phases are said again only where they differ from those of the step before. */
    private void steps(List<CheckedStep> steps) {
        String before = "";
        for (CheckedStep step : steps) {
            line.accept("step " + step.step().number() + ": " + parameters(step));
            String phases = phases(step);
            if (!phases.equals(before)) {
                phases.lines().forEach(line);
            }
            before = phases;
        }
    }

    /** In the order of the plan, in which a verify phase stands between executed ones. */
    private static String phases(CheckedStep step) {
        StringJoiner lines = new StringJoiner("\n");
        for (PhaseSpec spec : step.step().plan().phases()) {
            if (spec.kind() == PhaseKind.VERIFY) {
                lines.add("  " + spec.name() + ": the graph, and " + number(spec.operations(), "feed"));
            }
            step.check().phases().stream()
                    .filter(phase -> phase.spec().name().equals(spec.name()))
                    .forEach(phase -> lines(step.step().plan(), phase).forEach(lines::add));
        }
        return lines.toString();
    }

    private static String parameters(CheckedStep step) {
        Map<String, Object> parameters = step.step().parameters();
        return parameters.isEmpty() ? "no sweep" : pairs(parameters);
    }

    private static String pairs(Map<String, ?> map) {
        return map.entrySet().stream()
                .filter(e -> !String.valueOf(e.getValue()).isEmpty())
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(", "));
    }

    /** A line for the phase, and one for each of its streams. */
    private static List<String> lines(Plan plan, ExecutedPhase phase) {
        if (phase.streams().isEmpty()) {
            TurnSpec turns = phase.spec().turns();
            return List.of("  " + text(phase) + (turns == null ? "" : inTurns(turns)));
        }
        List<String> lines = new ArrayList<>();
        lines.add("  " + phase.name() + ": " + Durations.format(phase.spec().durationNs()) + ", "
                + number(phase.streams().size(), "stream") + order(phase.spec().turns()));
        for (int number = 0; number < phase.streams().size(); number++) {
            Section own = phase.spec().streams().get(number).workload();
            lines.add("    " + text(phase.streams().get(number)) + NamespaceText.differing(plan, own));
        }
        return lines;
    }

    private static String order(@Nullable TurnSpec turns) {
        return turns == null ? " at the same time" : inTurns(turns);
    }

    private static String inTurns(TurnSpec turns) {
        String lengths =
                " in turns of " + Durations.format(turns.lengthNs()) + ", guard " + Durations.format(turns.guardNs());
        return turns.shared()
                ? lengths + ", as " + turns.runs().get(turns.arm()) + " of the runs " + String.join(", ", turns.runs())
                : lengths;
    }

    private static String text(ExecutedPhase phase) {
        PhaseSpec spec = phase.spec();
        String bound = phase.planned() < 0 ? Durations.format(spec.durationNs()) : number(phase.planned(), "operation");
        String together =
                phase.actionsPerTransaction() > 1 ? ", " + phase.actionsPerTransaction() + " a transaction" : "";
        return phase.name() + ": " + bound + ", " + load(phase) + together + SpillText.of(phase)
                + NamespaceText.of(phase);
    }

    private static String load(ExecutedPhase phase) {
        PhaseSpec spec = phase.spec();
        PhaseSpec.Rate rate = spec.rate();
        LoadProfile profile = spec.profile();
        if (profile != null && rate == null) {
            return "clients " + profile.text();
        }
        if (rate == null) {
            return number(spec.clients(), "client");
        }
        if (profile != null) {
            return "rate " + profile.text() + (rate.poisson() ? " (Poisson)" : "") + ", at most " + spec.maxInFlight()
                    + " in flight";
        }
        String arrivals = phase.startNs() != null ? "at recorded times within " : rate.arrivals() + " per ";
        return arrivals + Durations.format(rate.periodNs()) + (rate.poisson() ? " (Poisson)" : "") + ", at most "
                + spec.maxInFlight() + " in flight";
    }

    private void thresholds(List<Threshold> thresholds) {
        thresholds.forEach(threshold -> line.accept("threshold: " + threshold.text()));
    }

    private void samples(CheckedStep step) {
        for (ExecutedPhase phase : step.check().phases()) {
            for (ExecutedPhase load : phase.loads()) {
                String name = phase.streams().isEmpty() ? phase.name() : phase.name() + " " + load.name();
                samples(name, step.check().operations(load));
            }
        }
    }

    private void samples(String name, Operations operations) {
        for (long index = 0; index < Math.min(SAMPLES, operations.count()); index++) {
            line.accept("sample: " + name + " " + index + ": " + OperationSample.text(operations.at(index)));
        }
    }

    private void statements(SampleStatements sample) {
        line.accept("statement: " + sample.operation() + " in step " + sample.step());
        sample.texts().stream().flatMap(String::lines).forEach(text -> line.accept("  " + text));
    }

    /** What a run executes once its data are loaded. */
    static List<String> afterLoad(CheckedStep step) {
        DataStatements statements = step.step().plan().data().statements();
        return DataStatements.KEYS.stream()
                .flatMap(key -> statements.of(key, step.check().target().languages()).stream()
                        .map(text ->
                                "after the load, data." + key + ": " + Printable.line(text, Printable.MAX_MESSAGE)))
                .toList();
    }

    private static String number(long count, String what) {
        return "%,d %s%s".formatted(count, what, count == 1 ? "" : "s");
    }
}
