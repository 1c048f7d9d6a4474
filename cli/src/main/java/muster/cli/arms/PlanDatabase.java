package muster.cli.arms;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import muster.workloads.plan.Plan;

/** Which database a plan measures, so that arms on the same one are noticed. */
public final class PlanDatabase {
    private static final List<String> PLACE =
            List.of("uri", "url", "host", "hosts", "port", "database", "graph", "path", "keyspace");

    private PlanDatabase() {}

    /** The kind of its target, and the settings that say where it is: equal for plans of the same database. */
    public static String of(Plan plan) {
        Map<String, Object> place = new TreeMap<>(plan.target().settings().raw());
        place.keySet().retainAll(PLACE);
        return plan.target().kind() + place;
    }
}
