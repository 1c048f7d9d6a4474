package muster.workloads.plan.language;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Tree.Items;

/** The kind and name of each entry of "phases", before they are checked: "" where there is none. */
public record PhaseNames(String kind, String name) {

    public static List<PhaseNames> of(Branch plan) {
        List<PhaseNames> names = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        if (plan.entries().get("phases") instanceof Items phases) {
            phases.items().forEach(phase -> names.add(of(phase, seen)));
        }
        return names;
    }

    /** The first of a kind is named like it, later ones measure-2, measure-3. */
    private static PhaseNames of(Tree phase, Map<String, Integer> seen) {
        String kind = text(phase, "kind").orElse("");
        int number = seen.merge(kind, 1, Integer::sum);
        String otherwise = number == 1 ? kind : kind + "-" + number;
        return new PhaseNames(kind, text(phase, "name").orElse(otherwise));
    }

    private static Optional<String> text(Tree phase, String key) {
        return phase instanceof Branch branch
                ? Optional.ofNullable(branch.entries().get(key)).flatMap(tree -> Trees.leaf(tree, String.class))
                : Optional.empty();
    }
}
