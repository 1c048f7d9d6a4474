package muster.cli.interleave;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.cli.terminal.Failure;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.language.Json;

/**
 * The plans of two arms that share one database: the plan with its measured phase twice. One arm loads, warms up and executes
 * the first, the other the second alone, so that each has indexes, and what it writes, of its own.
 *
 * @param first of the arm that loads
 * @param phases names of the measured phases, first and second
 */
public record ArmPlans(String first, String second, List<String> phases) {
    /** They are ended when enough was measured. */
    private static final String ENDLESS = "24h";

    /** Throws {@link Failure} for a plan that cannot be cut into turns. */
    public static ArmPlans of(Plan plan) {
        PhaseSpec measured = measured(plan);
        String other = measured.name() + "-other";
        Map<String, Object> plain = PlanJson.plain(plan);
        List<Map<String, Object>> phases = phases(plan);
        Map<String, Object> own = phases.getLast();
        own.put("duration", ENDLESS);
        Map<String, Object> copy = new LinkedHashMap<>(own);
        copy.put("name", other);
        phases.add(copy);
        plain.put("phases", phases);
        List.of("thresholds", "steady").forEach(plain::remove);
        plain.put("trials", 1);
        String second = text(plain, List.of(other), "reuse");
        List<String> names =
                phases.stream().map(phase -> String.valueOf(phase.get("name"))).toList();
        String first = text(plain, names.subList(0, names.size() - 1), plan.freshState() ? "fresh" : "reuse");
        return new ArmPlans(first, second, List.of(measured.name(), other));
    }

    private static String text(Map<String, Object> plain, List<String> only, String state) {
        Map<String, Object> arm = new LinkedHashMap<>(plain);
        arm.put("only", only);
        arm.put("state", state);
        return Json.write(arm);
    }

    /** Up to the measured phase, which is the last; nothing is verified. */
    private static List<Map<String, Object>> phases(Plan plan) {
        List<Map<String, Object>> phases = new ArrayList<>();
        for (Map<String, Object> phase : PlanJson.phases(plan)) {
            if (!PhaseKind.VERIFY.label().equals(phase.get("kind"))) {
                phases.add(phase);
            }
            if (PhaseKind.MEASURE.label().equals(phase.get("kind"))) {
                break;
            }
        }
        return phases;
    }

    private static PhaseSpec measured(Plan plan) {
        PhaseSpec measured = plan.phases().stream()
                .filter(phase -> phase.kind() == PhaseKind.MEASURE)
                .findFirst()
                .orElseThrow();
        String why = "";
        if (measured.durationNs() == 0) {
            why = "is bound by a number of operations, which cannot be cut into turns; give it a duration";
        } else if (measured.rate() != null) {
            why = "offers a set rate, so that turns of both arms have the same throughput";
        }
        if (!why.isEmpty()) {
            throw Failure.badInput(plan.name() + ": phase " + measured.name() + " " + why
                    + ", or compare fresh processes with --fresh");
        }
        return measured;
    }
}
