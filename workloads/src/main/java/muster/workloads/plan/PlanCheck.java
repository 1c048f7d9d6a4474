package muster.workloads.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import muster.workloads.DataFiles;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.answers.ExpectedAnswers;
import muster.workloads.operation.Query;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Settings;
import muster.workloads.plan.rule.NamedStatements;
import muster.workloads.plan.section.DataSection;
import muster.workloads.plan.section.DataStatements;
import muster.workloads.target.Depth;
import muster.workloads.target.TargetProvider;

/**
 * A plan without a sweep, checked down to the settings of its workload and its target, and what that gave. Nothing is
 * connected.
 *
 * @param phases as they will be executed; the position is the ordinal
 */
public record PlanCheck(
        Workload workload, Depth depth, TargetProvider target, TargetDefaults defaults, List<ExecutedPhase> phases) {

    /** Workloads of which nothing is known that could be verified. */
    private static final List<String> NOTHING_LEFT = List.of("noop", "query", "journey");

    /** Workloads that write nothing unless an operation says so. */
    private static final List<String> READING = List.of("noop", "http", "query", "journey");

    /** Throws {@link PlanException}. */
    public static PlanCheck check(Plan plan, DataFiles files) {
        Settings settings = plan.workload().settings();
        refuseUnknownKind(plan.workload(), Providers.workloads());
        refuseUnknownKind(plan.target(), Providers.targets());
        Depth depth = depth(settings);
        Workload workload = PlanWorkload.of(plan, files);
        TargetDefaults defaults = TargetDefaults.of(plan.target().settings());
        TargetProvider target = Providers.target(plan.target().kind());
        refuseUnexecuted(plan, plan.workload().kind(), target);
        refuseUnloaded(plan, target);
        refuseUnspokenAfterLoad(plan, target.languages());
        target.check(plan.target().settings(), settings);
        refuseUnspoken(workload, plan, target.languages());
        refuseChangesOfWhatIsThere(plan);
        refuseVerifyOfNothing(plan, depth);
        refuseAnswersOfNothing(plan, workload);
        settings.refuseUnread();
        plan.target().settings().refuseUnread();
        plan.data().settings().refuseUnread();
        List<ExecutedPhase> phases = ExecutedPhase.of(plan, workload, new StreamWorkloads(plan, workload, files));
        PlanCheck check = new PlanCheck(workload, depth, target, defaults, phases);
        plan.phases().forEach(phase -> check.streams(phase, plan));
        check.namespaces(plan);
        return check;
    }

    /** The operations of one load, by their position in it. */
    public Operations operations(ExecutedPhase load) {
        return load.operations(workload);
    }

    /** What the operations of one load are of. */
    public Workload workload(ExecutedPhase load) {
        return load.own() == null ? workload : load.own();
    }

    /** What its phases offer, in order; each load of a phase with several is one. */
    public List<ExecutedPhase> loads() {
        return phases.stream().flatMap(phase -> phase.loads().stream()).toList();
    }

    /** Every workload that operations of its phases are of. */
    public Stream<Workload> workloads() {
        return Stream.concat(
                Stream.of(workload),
                phases.stream()
                        .flatMap(phase -> phase.streams().stream())
                        .map(ExecutedPhase::own)
                        .filter(Objects::nonNull));
    }

    /** The queries that they name. */
    public List<Query> queries() {
        return workloads().flatMap(each -> each.queries().stream()).distinct().toList();
    }

    /** What these must answer according to the plan, by name. */
    public Map<String, ExpectedAnswers> expected() {
        Map<String, ExpectedAnswers> expected = new LinkedHashMap<>();
        workloads().forEach(each -> expected.putAll(each.expected()));
        return expected;
    }

    private void streams(PhaseSpec spec, Plan plan) {
        for (PhaseSpec.Stream stream : spec.streams()) {
            if (stream.workload() != null) {
                refuseUnexecuted(plan, stream.workload().kind(), target);
            }
        }
        phases.stream().filter(phase -> phase.spec().equals(spec)).forEach(phase -> {
            phase.streams().forEach(stream -> refuseUnspoken(workload(stream), plan, target.languages()));
            refuseSeveralWriters(phase);
        });
        refuseSameNames();
        if (spec.concurrent() && plan.replay().replays()) {
            throw new PlanException("replay: phase " + spec.name()
                    + " has streams, and recorded operations are one; take one of the two out");
        }
    }

    /** Figures and answers of operations are known by their names. */
    private void refuseSameNames() {
        Map<String, Query> named = new LinkedHashMap<>();
        for (Query query : queries()) {
            Query before = named.putIfAbsent(query.name(), query);
            if (before != null && !before.texts().equals(query.texts())) {
                throw new PlanException("phases: two workloads have an operation " + query.name()
                        + " with different statements; give one of them another name");
            }
        }
    }

    /** Of writers of the same data that run side by side nobody could say what the graph must be. */
    private void refuseSeveralWriters(ExecutedPhase phase) {
        Map<Optional<Namespace>, List<String>> writers = phase.streams().stream()
                .filter(stream -> workload(stream).changesGraph())
                .collect(Collectors.groupingBy(
                        stream -> Optional.ofNullable(stream.namespace()),
                        LinkedHashMap::new,
                        Collectors.mapping(ExecutedPhase::name, Collectors.toList())));
        writers.values().stream().filter(names -> names.size() > 1).forEach(names -> {
            throw new PlanException(
                    "phases: " + phase.name() + ": streams " + String.join(" and ", names)
                            + " write the same graph, whose answers could not be checked; put their operations into one stream");
        });
    }

    /** Each is read and written by the target as if it were alone. */
    private void namespaces(Plan plan) {
        List<Namespace> namespaces = Namespace.of(plan);
        for (Namespace space : namespaces) {
            Settings settings = space.workload().settings();
            target.check(plan.target().settings(), settings);
            if (depth(settings) != depth) {
                throw settings.wrong("depth", "that of section workload, since a plan has one");
            }
        }
        refuseSharedSchema(plan, namespaces);
        if (!namespaces.isEmpty() && plan.phases().stream().anyMatch(phase -> phase.crash() != null)) {
            throw new PlanException(
                    "phases: crash: not in a plan whose streams have data of their own, of which only one could be"
                            + " compared; take crash or compare out");
        }
    }

    /** What is made for one algorithm would change the figures of another. */
    private void refuseSharedSchema(Plan plan, List<Namespace> namespaces) {
        List<String> algorithms = Stream.concat(
                        Stream.of(plan.workload()), namespaces.stream().map(Namespace::workload))
                .map(workload -> workload.settings().choice("algorithm"))
                .distinct()
                .toList();
        if (!namespaces.isEmpty()
                && algorithms.size() > 1
                && algorithms.contains("graphity")
                && !target.keepsAlgorithmsApart()) {
            throw new PlanException("phases: target " + plan.target().kind()
                    + " has one schema for all data, which algorithm graphity makes slower for the others (workload.algorithm: "
                    + String.join(", ", algorithms) + "); compare them with sweep: {workload.algorithm: [...]}");
        }
    }

    private static void refuseUnexecuted(Plan plan, String workload, TargetProvider target) {
        if (!target.executes(workload)) {
            List<String> others = Providers.targets().stream()
                    .filter(kind -> Providers.target(kind).executes(workload))
                    .toList();
            throw plan.target()
                    .settings()
                    .wrong("kind", "a target that executes workload " + workload + ": " + String.join(", ", others));
        }
    }

    private static void refuseUnspoken(Workload workload, Plan plan, List<String> languages) {
        for (Query query : workload.queries()) {
            if (query.text(languages).isEmpty() && !languages.isEmpty()) {
                throw plan.workload()
                        .settings()
                        .wrong(
                                NamedStatements.path(query.name()),
                                String.join(" or ", languages) + " as well, which target "
                                        + plan.target().kind() + " executes");
            }
        }
    }

    private static void refuseUnloaded(Plan plan, TargetProvider target) {
        if (plan.data().loads() && !target.loadsData()) {
            throw new PlanException("data: target " + target.kind() + " cannot load key data; targets that can: "
                    + String.join(
                            ", ",
                            Providers.targets().stream()
                                    .filter(kind -> Providers.target(kind).loadsData())
                                    .toList()));
        }
    }

    private static void refuseUnspokenAfterLoad(Plan plan, List<String> languages) {
        for (String key : DataStatements.KEYS) {
            if (!languages.isEmpty() && plan.data().statements().lacks(key, languages)) {
                throw new PlanException("data." + key + ": expected " + String.join(" or ", languages)
                        + " as well, which target " + plan.target().kind() + " executes; write "
                        + languages.getFirst() + ": [] for no statement");
            }
        }
    }

    /** With data: none nothing is deleted or marked, and only operations write, with leave ({@link Plan#changesOfExisting}). */
    private static void refuseChangesOfWhatIsThere(Plan plan) {
        if (plan.data().kind() != DataSection.Kind.NONE) {
            return;
        }
        if (!READING.contains(plan.workload().kind())) {
            throw new PlanException("data: workload " + plan.workload().kind()
                    + " writes, but data: none only reads; remove key data, or use workload query");
        }
        if (plan.loads() || plan.freshState()) {
            throw new PlanException("data: none keeps the database's contents, but "
                    + (plan.loads() ? "a load phase" : "state: fresh") + " replaces them; remove one of the two");
        }
    }

    private static void refuseAnswersOfNothing(Plan plan, Workload workload) {
        if (plan.answers().compares() && workload.queries().isEmpty()) {
            throw new PlanException(
                    "answers: workload " + plan.workload().kind() + " asks no queries; take section answers out");
        }
        if (plan.answers().compares() && plan.workload().kind().equals("journey")) {
            throw new PlanException(
                    "answers: answers of steps are not compared, since what a step asks comes from answers;"
                            + " take section answers out, or ask in workload query");
        }
    }

    private static void refuseVerifyOfNothing(Plan plan, Depth depth) {
        boolean verifies = plan.phases().stream().anyMatch(phase -> phase.kind() == PhaseKind.VERIFY);
        if (verifies
                && (depth != Depth.EXECUTE
                        || NOTHING_LEFT.contains(plan.workload().kind()))) {
            throw new PlanException("phases: there is nothing to verify: workload "
                    + plan.workload().kind()
                    + " with depth " + depth.name().toLowerCase(Locale.ROOT) + " leaves nothing in the database;"
                    + " take the verify phase out");
        }
    }

    /** Every step of a plan, each checked. */
    public static List<Step> steps(Plan plan, DataFiles files) {
        List<Step> steps = Steps.of(plan);
        steps.forEach(step -> check(step.plan(), files));
        return steps;
    }

    /** How far operations go: key "depth" of section "workload", which all workloads have. */
    public static Depth depth(Settings workload) {
        return Depth.valueOf(workload.choice("depth").toUpperCase(Locale.ROOT));
    }

    private static void refuseUnknownKind(Section section, List<String> kinds) {
        if (!kinds.contains(section.kind())) {
            String near = ClosestName.of(section.kind(), kinds)
                    .map(n -> "; did you mean " + n + "?")
                    .orElse("");
            throw section.settings().wrong("kind", "one of " + String.join(", ", kinds) + near);
        }
    }
}
