package muster.workloads.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Leaf;

/** Names the arms of a phase after their values: "stou"; "clients-8" where the value itself cannot be a name. */
final class ArmNames {
    private final List<String> operations;
    private final Set<String> taken = new HashSet<>();
    private int number;

    /** @param operations names that no arm may have */
    ArmNames(List<String> operations) {
        this.operations = operations;
    }

    /** @param key the last part of the key that has the value */
    String of(String key, Tree value) {
        number++;
        List<String> names = new ArrayList<>();
        if (value instanceof Leaf leaf) {
            String text = String.valueOf(leaf.value());
            names.add(text);
            names.add(key + "-" + text.replaceAll("[^A-Za-z0-9_-]+", "-"));
        }
        names.add(key + "-" + number);
        return names.stream().filter(this::isFree).findFirst().orElseGet(() -> key + "-" + number + "-of-its-own");
    }

    private boolean isFree(String name) {
        return StreamsReader.isName(name, operations) && taken.add(name);
    }
}
