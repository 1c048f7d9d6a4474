package muster.workloads.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import muster.text.Json;
import muster.workloads.plan.language.PhaseNames;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.PlanKey;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.TreeSettings;
import muster.workloads.plan.language.Trees;
import muster.workloads.plan.rule.OperationNames;

/** Reads section "phases": their order and names. */
final class PhasesReader {
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,49}");
    private static final String RIGHT = "a list of phases, such as {kind: measure, duration: 60s, clients: 64}";

    private PhasesReader() {}

    static List<PhaseSpec> read(TreeSettings root, Branch plan) {
        List<Tree> items = root.items("phases", RIGHT);
        if (items.isEmpty() || items.size() > Plan.MAX_PHASES) {
            throw root.wrong("phases", RIGHT);
        }
        List<PhaseNames> names = PhaseNames.of(plan);
        List<String> operations = OperationNames.of(root);
        ArmWorkloads arms = new ArmWorkloads(plan);
        List<PhaseSpec> phases = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < items.size(); i++) {
            TreeSettings settings = settings(items.get(i), "phases[" + i + "]");
            phases.add(PhaseReader.read(settings, names.get(i), operations, arms));
            checkName(settings, phases.get(i), taken);
            checkPlace(settings, phases.get(i), i);
        }
        return List.copyOf(phases);
    }

    private static TreeSettings settings(Tree item, String path) {
        if (item instanceof Branch branch) {
            return TreeSettings.of(path, PlanKey.definition("phase"), branch);
        }
        throw new PlanException(item.where() + ": " + path + ": " + Trees.shorten(Json.write(item.plain()))
                + ": expected a phase, such as {kind: measure, duration: 60s, clients: 64}");
    }

    private static void checkName(TreeSettings settings, PhaseSpec phase, Set<String> taken) {
        String name = settings.text("name", phase.name());
        if (!NAME.matcher(name).matches()) {
            throw settings.wrong("name", "letters, digits, - and _");
        }
        if (isWord(name, phase.kind())) {
            throw settings.wrong("name", "a name that is neither a section nor another kind of phase");
        }
        if (!taken.add(name)) {
            throw settings.wrong("name", "a name that no other phase has");
        }
    }

    /** Such a name would make --set ambiguous. */
    private static boolean isWord(String name, PhaseKind own) {
        boolean other = List.of(PhaseKind.values()).stream()
                .anyMatch(kind -> kind != own && kind.label().equals(name));
        return other || PlanKey.plan().names().contains(name);
    }

    private static void checkPlace(TreeSettings settings, PhaseSpec phase, int position) {
        if (phase.kind() == PhaseKind.LOAD && position > 0) {
            throw settings.refused("kind", "a load can only be the first phase");
        }
        if (phase.kind() == PhaseKind.VERIFY && position == 0) {
            throw settings.refused("kind", "there is nothing to verify yet; put a load or another phase before it");
        }
    }
}
