package muster.cli.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.Namespace;
import muster.workloads.plan.Plan;

/** Which data a load uses, where a plan has several, and what sets its workload apart from the plan's. */
final class NamespaceText {
    private NamespaceText() {}

    /** "" in a plan that has only one. */
    static String of(Plan plan, ExecutedPhase load) {
        Namespace space = load.namespace();
        if (space == null) {
            return "";
        }
        List<String> differing = differing(plan, space);
        return ", namespace " + space.number() + (differing.isEmpty() ? "" : " with " + String.join(", ", differing));
    }

    private static List<String> differing(Plan plan, Namespace space) {
        Map<String, Object> ofPlan = plan.workload().settings().raw();
        Map<String, Object> own = space.workload().settings().raw();
        TreeSet<String> keys = new TreeSet<>(own.keySet());
        keys.addAll(ofPlan.keySet());
        keys.remove("namespace");
        List<String> differing = new ArrayList<>();
        for (String key : keys) {
            if (!Objects.equals(own.get(key), ofPlan.get(key))) {
                differing.add("workload." + key + "=" + own.getOrDefault(key, ""));
            }
        }
        return differing;
    }
}
