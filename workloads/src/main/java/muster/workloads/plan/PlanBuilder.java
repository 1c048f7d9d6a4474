package muster.workloads.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import muster.text.Json;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.References;
import muster.workloads.plan.language.Secrets;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.rule.ThresholdReader;
import muster.workloads.plan.section.AnswerSettings;
import muster.workloads.plan.section.CrashSpec;
import muster.workloads.plan.section.DataSection;
import muster.workloads.plan.section.ReplaySection;
import muster.workloads.plan.section.ServerSpec;
import muster.workloads.plan.section.TraceSettings;

/** Makes a checked plan of a tree. */
final class PlanBuilder {
    /** A name becomes part of a file name: results/NAME.db. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private final Branch plan;
    private final TreeSettings root;
    private final Path folder;

    private PlanBuilder(Branch plan, Path folder) {
        this.plan = plan;
        this.root = TreeSettings.of("", PlanKey.plan(), plan);
        this.folder = folder;
    }

    /**
     * @param text what the plan keeps as its text
     * @param name for a plan that has none
     * @param folder where relative paths of references begin
     */
    static Plan build(Branch plan, String text, String name, Path folder) {
        return new PlanBuilder(plan, folder).build(text, name);
    }

    private Plan build(String text, String otherwise) {
        root.allowOnlyDeclared();
        Branch target = section("target");
        Secrets.refuseMisplaced(target, "target");
        Branch workload = section("workload");
        Secrets.refuseReferences(workload, "workload");
        List<PhaseSpec> phases = PhasesReader.read(root, plan);
        refuseVerifyOfTheUnknown(phases);
        refuseCrashOfOthers(phases);
        return new Plan(
                name(otherwise),
                text,
                section("target", References.anchor(target, folder), "kind"),
                section("workload", workload, "kind", "seed"),
                DataSection.read(root),
                root.section("workload").integer("seed"),
                phases,
                only(phases),
                ThresholdReader.read(root, StreamNames.with(root, phases)),
                ServerSpec.read(root),
                freshState(phases),
                root.choice("steady").equals("required"),
                (int) root.integer("trials"),
                AnswerSettings.read(root),
                TraceSettings.read(root),
                ReplaySection.read(root),
                sweep());
    }

    private String name(String otherwise) {
        String name = root.text("name", otherwise);
        if (!NAME.matcher(name).matches()) {
            throw new PlanException(
                    plan.where() + ": name: " + Json.write(name) + ": expected letters, digits, . - and _");
        }
        return name;
    }

    private Branch section(String key) {
        return switch (root.find(key).orElse(null)) {
            case Branch branch -> branch;
            case null, default -> throw root.wrong(key, "a map with a kind");
        };
    }

    private static Section section(String path, Branch branch, String... others) {
        PlanKey declared = PlanKey.plan().key(path);
        return new Section(
                TreeSettings.of(path, declared, branch).text("kind"), TreeSettings.of(path, declared, branch, others));
    }

    private void refuseVerifyOfTheUnknown(List<PhaseSpec> phases) {
        boolean verifies = phases.stream().anyMatch(phase -> phase.kind() == PhaseKind.VERIFY);
        if (verifies && !freshState(phases)) {
            throw root.refused("state", "a verify phase needs state: fresh, because earlier contents are unknown");
        }
    }

    /** Nothing is done to a server that Muster did not start, and what was there before must be known. */
    private void refuseCrashOfOthers(List<PhaseSpec> phases) {
        if (phases.stream().allMatch(phase -> phase.crash() == null)) {
            return;
        }
        if (!root.has("server")) {
            throw new PlanException(plan.where() + ": phases: crash: only of a server that Muster starts; add"
                    + " \"server: {name: NAME}\", or take crash out");
        }
        refuseUnjudged(phases);
        if (!freshState(phases)) {
            throw root.refused("state", "a crash needs state: fresh, since nobody knows what was there before the run");
        }
        if ("stop".equals(section("target").plain().get("onError"))) {
            throw root.refused("target", "onError: stop would end the run at the crash; take it out");
        }
    }

    /** The server is stopped after a load, so that it is durable; what another phase wrote is not. */
    private void refuseUnjudged(List<PhaseSpec> phases) {
        boolean written = false;
        for (PhaseSpec phase : phases) {
            boolean power = phase.crash() != null && phase.crash().how() == CrashSpec.How.POWER;
            if (power && written) {
                throw new PlanException(
                        plan.where() + ": phases: " + phase.name()
                                + ": crash.how: power: only a load may come before it, since nobody judges what else was written");
            }
            written |= phase.kind() == PhaseKind.WARMUP || phase.kind() == PhaseKind.MEASURE;
        }
    }

    private List<String> only(List<PhaseSpec> phases) {
        List<String> names = phases.stream().map(PhaseSpec::name).toList();
        String right = "a list of names of phases, out of " + String.join(", ", names);
        List<Object> only = root.has("only")
                ? root.items("only", right).stream().map(Tree::plain).toList()
                : List.of();
        if (!names.containsAll(only)) {
            throw root.wrong("only", right);
        }
        return only.stream().map(String::valueOf).toList();
    }

    private boolean freshState(List<PhaseSpec> phases) {
        boolean loads = phases.stream().anyMatch(phase -> phase.kind() == PhaseKind.LOAD);
        return root.choice("state", loads ? "fresh" : "reuse").equals("fresh");
    }

    private Map<String, Object> sweep() {
        return plan.entries().get("sweep") instanceof Branch sweep ? sweep.plain() : Map.of();
    }
}
