package muster.workloads.plan;

import java.util.List;
import muster.workloads.plan.language.KeyPath;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.language.Tree;
import muster.workloads.plan.language.Tree.Branch;
import muster.workloads.plan.language.Yaml;
import org.jspecify.annotations.Nullable;

/** One --set: a path and the value to stand there; null takes the key out. */
record Change(KeyPath path, @Nullable Tree value) {

    /** Of "measure.duration=10s"; the value is YAML. Messages name the key, never the value: it may be a secret. */
    static Change parse(String set) {
        int equal = set.indexOf('=');
        if (equal <= 0) {
            throw new PlanException("--set " + set + ": expected KEY=VALUE, such as measure.duration=10s");
        }
        String key = set.substring(0, equal).strip();
        String where = "--set " + key;
        return new Change(KeyPath.parse(key, where), Yaml.value(set.substring(equal + 1), key, where));
    }

    /** Applies them in order. A key that is set is not swept any more. */
    static void apply(List<String> sets, Branch plan) {
        for (String set : sets) {
            Change change = parse(set);
            change.path.set(plan, change.value);
            Sweep.drop(change.path.locations(plan), plan);
        }
    }
}
