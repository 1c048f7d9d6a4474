package muster.cli.limit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import muster.cli.terminal.Failure;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.Threshold;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.language.Json;
import org.jspecify.annotations.Nullable;

/**
 * The plans of a search: what the plan does before its measured phase, then that phase as an open loop at a rate.
 *
 * @param plan with the bound as its thresholds
 * @param clients of the measured phase
 * @param maxInFlight operations at the same time in the open loop
 */
record LimitPlan(Plan plan, PhaseSpec measured, int clients, int maxInFlight) {
    static final String ONE = "one-client";
    static final String ALL = "all-clients";

    private static final int LEAST_IN_FLIGHT = 128;
    /** Keys of a phase that say how much load there is and how long. */
    private static final List<String> LOAD = List.of(
            "duration", "operations", "rate", "arrivals", "clients", "maxInFlight", "think", "pacing", "ramp", "name");

    /**
     * Throws {@link Failure} for a plan or a bound that cannot be searched.
     *
     * @param slo thresholds, each an upper bound
     * @param maxInFlight 0 for twice the clients of the plan, at least 128
     */
    static LimitPlan of(Plan plan, List<String> slo, int maxInFlight) {
        PhaseSpec measured = measured(plan);
        Map<String, Object> plain = new LinkedHashMap<>(PlanJson.plain(plan));
        plain.remove("steady");
        plain.put("trials", 1);
        plain.put("thresholds", slo);
        Plan bounded = PlanReader.parse(Json.write(plain), "--slo", List.of());
        bounded.thresholds().forEach(LimitPlan::refuseUnfit);
        int clients = measured.clients();
        return new LimitPlan(
                bounded, measured, clients, maxInFlight > 0 ? maxInFlight : Math.max(LEAST_IN_FLIGHT, 2 * clients));
    }

    private static PhaseSpec measured(Plan plan) {
        if (!plan.sweep().isEmpty()) {
            throw Failure.badInput(plan.name() + ": sweep: limit searches one step; set "
                    + String.join(", ", plan.sweep().keySet()) + " to one value each with --set");
        }
        PhaseSpec measured = plan.phases().stream()
                .filter(phase -> phase.kind() == PhaseKind.MEASURE && plan.executes(phase))
                .findFirst()
                .orElseThrow(() -> Failure.badInput(plan.name() + ": phases: limit needs one of kind measure"));
        if (!measured.part().isEmpty()) {
            throw Failure.badInput(plan.name() + ": phase " + measured.name() + " has a part of the work that ends;"
                    + " limit needs one that a duration can bound");
        }
        return measured;
    }

    private static void refuseUnfit(Threshold threshold) {
        String why = threshold.metric().equals("throughput")
                ? "throughput is what is searched; bound a latency or the errors"
                : threshold.comparator().startsWith("<") ? "" : "an SLO bounds from above, with < or <=";
        if (!why.isEmpty()) {
            throw Failure.badInput("--slo \"" + threshold.text() + "\": " + why);
        }
    }

    boolean poisson() {
        PhaseSpec.Rate rate = measured.rate();
        return rate == null || rate.poisson();
    }

    /** A closed loop with one client, then with all: what the database can do at best, and at least. */
    String probe(Duration each) {
        Map<String, Object> warmup = closed("warmup", "warmup", clients, each);
        return text(0, List.of(warmup, closed("measure", ONE, 1, each), closed("measure", ALL, clients, each)));
    }

    /**
     * One rate.
     *
     * @param number of the run: each has arrivals of its own, or repeating a rate would say nothing
     */
    String step(int number, double rate, Duration warmup, Duration length) {
        return text(
                number,
                List.of(open("warmup", "warmup", rate, warmup), open("measure", measured.name(), rate, length)));
    }

    private Map<String, Object> closed(String kind, String name, int count, Duration length) {
        Map<String, Object> phase = phase(kind, name, length);
        phase.put("clients", count);
        return phase;
    }

    private Map<String, Object> open(String kind, String name, double rate, Duration length) {
        Map<String, Object> phase = phase(kind, name, length);
        phase.put("rate", String.format(Locale.ROOT, rate < 100 ? "%.2f/s" : "%.0f/s", rate));
        phase.put("arrivals", poisson() ? "poisson" : "constant");
        phase.put("maxInFlight", maxInFlight);
        return phase;
    }

    /** As the plan's measured phase, but for its load. */
    private Map<String, Object> phase(String kind, String name, Duration length) {
        Map<String, Object> phase = phases(PlanJson.plain(plan)).stream()
                .filter(any -> measured.name().equals(any.get("name")))
                .findFirst()
                .orElseThrow();
        LOAD.forEach(phase::remove);
        phase.put("kind", kind);
        phase.put("name", name);
        phase.put("duration", Durations.format(length));
        return phase;
    }

    private String text(int number, List<Map<String, Object>> last) {
        Map<String, Object> plain = new LinkedHashMap<>(PlanJson.plain(plan));
        if (plan.freshState() || !plan.writes()) {
            plain.put("workload", reseeded((Map<?, ?>) plain.get("workload"), plan.seed() + number));
        }
        List<Map<String, Object>> phases = new ArrayList<>();
        for (Map<String, Object> phase : phases(plain)) {
            if (measured.name().equals(phase.get("name"))) {
                break;
            }
            if (prepares(String.valueOf(phase.get("kind")))) {
                phases.add(phase);
            }
        }
        phases.addAll(last);
        plain.put("phases", phases);
        plain.remove("only");
        return Json.write(plain);
    }

    private static Map<String, Object> reseeded(@Nullable Map<?, ?> workload, long seed) {
        Map<String, Object> copy = new LinkedHashMap<>();
        Objects.requireNonNull(workload).forEach((key, value) -> copy.put(String.valueOf(key), value));
        copy.put("seed", seed);
        return copy;
    }

    private static boolean prepares(String kind) {
        return !List.of(PhaseKind.WARMUP.label(), PhaseKind.MEASURE.label(), PhaseKind.VERIFY.label())
                .contains(kind);
    }

    private static List<Map<String, Object>> phases(Map<String, Object> plain) {
        List<Map<String, Object>> phases = new ArrayList<>();
        for (Object phase : (List<?>) plain.getOrDefault("phases", List.of())) {
            Map<String, Object> copy = new LinkedHashMap<>();
            ((Map<?, ?>) phase).forEach((key, value) -> copy.put(String.valueOf(key), value));
            phases.add(copy);
        }
        return phases;
    }
}
