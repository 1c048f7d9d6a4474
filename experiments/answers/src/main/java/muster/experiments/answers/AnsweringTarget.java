package muster.experiments.answers;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.cli.terminal.Failure;
import muster.text.Json;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Providers;

/** A target that answers are recorded on or compared with, as options name it: KIND=URI, or a plan whose target it is. */
final class AnsweringTarget {
    private AnsweringTarget() {}

    /** What to change in the plan, as --set does. */
    static List<String> changes(String option, String value, Plan plan) {
        int equal = value.indexOf('=');
        String kind = equal < 0 ? "" : value.substring(0, equal);
        if (Providers.targets().contains(kind)) {
            String uri = value.substring(equal + 1);
            // Of another kind, a user or a database of the plan's target says nothing.
            return plan.target().kind().equals(kind)
                    ? List.of("target.uri=" + Json.write(uri))
                    : List.of("target=" + Json.write(Map.of("kind", kind, "uri", uri)));
        }
        if (equal > 0) {
            throw Failure.badInput(option + " " + value + ": no target is called " + kind
                    + "; name KIND=URI with one of " + String.join(", ", Providers.targets()) + ", or a plan");
        }
        Plan other = PlanReader.find(value, List.of());
        Map<String, Object> target = new LinkedHashMap<>();
        target.put("kind", other.target().kind());
        target.putAll(other.target().settings().raw());
        return List.of("target=" + Json.write(target));
    }
}
