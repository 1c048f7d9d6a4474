package muster.workloads.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import muster.workloads.plan.PhaseSpec.Stream;
import muster.workloads.plan.PhaseSpec.Think;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.language.ClosestName;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Secrets;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.rule.EarlyEndReader;

/** Reads "streams" of a phase: the loads that it offers at the same time. */
final class StreamsReader {
    private static final int MAX_STREAMS = 16;
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,49}");
    private static final String RIGHT =
            "1 to " + MAX_STREAMS + " streams by name, such as {writers: {rate: 200/s}, scans: {clients: 4}}";

    private final TreeSettings phase;
    private final List<String> operations;

    /** @param operations those of the plan's workload */
    StreamsReader(TreeSettings phase, List<String> operations) {
        this.phase = phase;
        this.operations = operations;
    }

    /**
     * The phase with its streams.
     *
     * @param spec of the phase alone
     * @param load the same with the load that some settings describe
     */
    PhaseSpec of(PhaseSpec spec, Function<TreeSettings, PhaseSpec> load) {
        if (!phase.has("duration") && !EarlyEndReader.untilSteady(phase)) {
            throw phase.refused("streams", "needs a duration; it bounds all of them");
        }
        if (!(phase.find("streams").orElse(null) instanceof Branch map)) {
            throw phase.wrong("streams", RIGHT);
        }
        List<String> names = List.copyOf(map.entries().keySet());
        if (names.isEmpty() || names.size() > MAX_STREAMS) {
            throw phase.wrong("streams", RIGHT);
        }
        TreeSettings section = phase.section("streams");
        List<Stream> streams = new ArrayList<>();
        names.forEach(name -> streams.add(stream(name, section, load)));
        return with(phase, spec, streams);
    }

    private Stream stream(String name, TreeSettings section, Function<TreeSettings, PhaseSpec> load) {
        if (!isName(name, operations)) {
            throw section.refused(name, "expected as its name letters, digits, - and _, and no operation's name");
        }
        if (!(section.find(name).orElse(null) instanceof Branch branch)) {
            throw section.wrong(name, "a stream, such as {clients: 4}");
        }
        TreeSettings settings = section.section(name);
        settings.allowOnlyDeclared();
        PhaseReader.refuseOtherModel(settings);
        Section own = branch.entries().get("workload") instanceof Branch workload ? workload(workload, settings) : null;
        if (own == null && settings.has("workload")) {
            throw settings.wrong("workload", "a map with a kind");
        }
        return new Stream(named(name, load.apply(settings)), mix(settings, own == null), own);
    }

    /** Whether a stream may be called so in a plan with these operations. */
    static boolean isName(String name, List<String> operations) {
        return NAME.matcher(name).matches() && !operations.contains(name);
    }

    private static Section workload(Branch branch, TreeSettings settings) {
        String path = settings.path() + ".workload";
        Secrets.refuseReferences(branch, path);
        TreeSettings own = settings.section("workload");
        // Targets may be opened with it, which ask for keys of all kinds.
        PlanKey declared = PlanKey.plan().key("workload");
        return new Section(own.text("kind"), TreeSettings.of(path, declared, branch, "kind", "seed"));
    }

    /** @param ofPlan whether it is a part of the plan's workload, whose operations are known */
    private Map<String, Double> mix(TreeSettings settings, boolean ofPlan) {
        if (!settings.has("operations")) {
            return Map.of();
        }
        Map<String, Double> mix = settings.numbers("operations");
        mix.forEach((name, part) -> {
            if (ofPlan && !operations.contains(name)) {
                throw settings.refused(
                        "operations." + name,
                        "no operation of the workload; " + ClosestName.hint(name, operations, "there are"));
            }
            if (part <= 0) {
                throw settings.wrong("operations." + name, "a number above 0");
            }
        });
        return mix;
    }

    /** The load of a stream with this name. */
    static PhaseSpec named(String name, PhaseSpec load) {
        return new PhaseSpec(
                name,
                load.kind(),
                load.part(),
                load.clients(),
                load.operations(),
                load.durationNs(),
                load.rate(),
                load.maxInFlight(),
                load.think(),
                load.pacingNs(),
                load.rampNs(),
                load.drainNs(),
                load.actionsPerTransaction(),
                load.earlyEnd(),
                null,
                false,
                load.profile(),
                List.of(),
                null);
    }

    /** The phase with these streams, as it says whether they take turns. */
    static PhaseSpec with(TreeSettings phase, PhaseSpec spec, List<Stream> streams) {
        return new PhaseSpec(
                spec.name(),
                spec.kind(),
                "",
                streams.stream().mapToInt(stream -> stream.load().clients()).sum(),
                0,
                spec.durationNs(),
                null,
                0,
                Think.NONE,
                0,
                0,
                spec.drainNs(),
                spec.actionsPerTransaction(),
                spec.earlyEnd(),
                null,
                false,
                null,
                List.copyOf(streams),
                TurnsReader.read(phase, spec, streams));
    }
}
