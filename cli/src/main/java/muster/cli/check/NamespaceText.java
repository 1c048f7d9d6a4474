package muster.cli.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Namespace;
import muster.workloads.plan.Plan;
import muster.workloads.plan.Plan.Section;
import org.jspecify.annotations.Nullable;

/** Which data a load uses, where a plan has several, and what sets its workload apart from the plan's. */
final class NamespaceText {
    private NamespaceText() {}

    /** "" in a plan that has only one. */
    static String of(ExecutedPhase load) {
        Namespace space = load.namespace();
        return space == null ? "" : ", namespace " + space.number();
    }

    /** Which keys differ; "" for the plan's own, and for another kind. */
    static String differing(Plan plan, @Nullable Section own) {
        if (own == null || !own.kind().equals(plan.workload().kind())) {
            return "";
        }
        Map<String, Object> ofPlan = plan.workload().settings().raw();
        Map<String, Object> ofOwn = own.settings().raw();
        TreeSet<String> keys = new TreeSet<>(ofOwn.keySet());
        keys.addAll(ofPlan.keySet());
        keys.remove("namespace");
        List<String> differing = new ArrayList<>();
        for (String key : keys) {
            if (!Objects.equals(ofOwn.get(key), ofPlan.get(key))) {
                differing.add("workload." + key + "=" + ofOwn.getOrDefault(key, ""));
            }
        }
        return differing.isEmpty() ? "" : ", " + String.join(", ", differing);
    }
}
