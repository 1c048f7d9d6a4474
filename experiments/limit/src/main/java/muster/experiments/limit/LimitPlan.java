package muster.experiments.limit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import muster.cli.terminal.Failure;
import muster.text.Json;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.rule.Threshold;

/**
 * The plans of a search: what the plan does before its measured phase, then that phase as an open loop at a rate.
 *
 * @param plan with the bound as its thresholds
 * @param maxInFlight operations at the same time in the open loop
 * @param maxInFlightFrom what says so
 */
record LimitPlan(Plan plan, PhaseSpec measured, int maxInFlight, String maxInFlightFrom) {
    static final String ONE = "one-client";
    static final String ALL = "all-clients";

    private static final String WARMUP = "warmup";

    /** A database that was started a moment ago gets faster for minutes. Of plans that name no longest time themselves. */
    private static final Duration MAX_WARMUP = Duration.ofMinutes(3);

    private static final int MIN_IN_FLIGHT = 128;
    /** Keys of a phase that say how much load there is and how long. */
    private static final List<String> LOAD = List.of(
            "duration",
            "operations",
            "rate",
            "arrivals",
            "clients",
            "maxInFlight",
            "think",
            "pacing",
            "ramp",
            "name",
            "stopIf");

    /**
     * Throws {@link Failure} for a plan or a bound that cannot be searched.
     *
     * @param slo thresholds, each an upper bound
     * @param maxInFlight of the command; 0 for that of the plan, or where it has none twice its clients and at least 128
     */
    static LimitPlan of(Plan plan, List<String> slo, int maxInFlight) {
        PhaseSpec measured = measured(plan);
        Map<String, Object> plain = PlanJson.plain(plan);
        plain.remove("steady");
        plain.put("trials", 1);
        plain.put("thresholds", slo);
        Plan bounded = PlanReader.parse(Json.write(plain), "--slo", List.of());
        bounded.thresholds().forEach(LimitPlan::refuseUnfit);
        if (maxInFlight > 0) {
            return new LimitPlan(bounded, measured, maxInFlight, "--max-in-flight");
        }
        return measured.maxInFlight() > 0
                ? new LimitPlan(bounded, measured, measured.maxInFlight(), "maxInFlight of phase " + measured.name())
                : new LimitPlan(
                        bounded,
                        measured,
                        Math.max(MIN_IN_FLIGHT, 2 * measured.clients()),
                        "twice the clients of phase " + measured.name() + ", at least " + MIN_IN_FLIGHT
                                + "; set --max-in-flight");
    }

    private static PhaseSpec measured(Plan plan) {
        if (!plan.sweep().isEmpty()) {
            throw Failure.badInput(plan.name() + ": sweep: limit searches one step; set "
                    + String.join(", ", plan.sweep().keySet()) + " to one value each with --set");
        }
        if (plan.replay().replays()) {
            throw Failure.badInput(
                    plan.name() + ": replay: recorded operations end, and limit needs phases that a duration"
                            + " bounds; drop it with --set replay=");
        }
        PhaseSpec measured = plan.phases().stream()
                .filter(phase -> phase.kind() == PhaseKind.MEASURE && plan.executes(phase))
                .findFirst()
                .orElseThrow(() -> Failure.badInput(plan.name() + ": phases: limit needs one of kind measure"));
        if (measured.concurrent()) {
            throw Failure.badInput(
                    plan.name() + ": phase " + measured.name() + " has streams, and limit searches the rate"
                            + " of one load; sweep the rate of one with --set \"sweep={" + measured.name() + ".streams."
                            + measured.streams().getFirst().name() + ".rate: [100/s, 200/s]}\"");
        }
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

    /** A closed loop, warmed up until it is steady, with one client and then with all: what the database can do. */
    String probe(Duration each) {
        int all = measured.clients();
        Map<String, Object> warmup = closed(PhaseKind.WARMUP, WARMUP, all, longestWarmup(each));
        warmup.put("until", "steady");
        warmup.put("min", Durations.format(each));
        return text(
                0, List.of(warmup, closed(PhaseKind.MEASURE, ONE, 1, each), closed(PhaseKind.MEASURE, ALL, all, each)));
    }

    private Duration longestWarmup(Duration least) {
        Duration longest = plan.phases().stream()
                .filter(phase ->
                        phase.kind() == PhaseKind.WARMUP && phase.earlyEnd().steadyAfter() != null)
                .map(PhaseSpec::duration)
                .findFirst()
                .orElse(MAX_WARMUP);
        return longest.compareTo(least) > 0 ? longest : least;
    }

    /**
     * One rate.
     *
     * @param number of the run: each has arrivals of its own, or repeating a rate would say nothing
     */
    String step(int number, double rate, Duration warmup, Duration length) {
        return text(
                number,
                List.of(
                        open(PhaseKind.WARMUP, WARMUP, rate, warmup),
                        open(PhaseKind.MEASURE, measured.name(), rate, length)));
    }

    private Map<String, Object> closed(PhaseKind kind, String name, int count, Duration length) {
        Map<String, Object> phase = phase(kind, name, length);
        phase.put("clients", count);
        return phase;
    }

    private Map<String, Object> open(PhaseKind kind, String name, double rate, Duration length) {
        Map<String, Object> phase = phase(kind, name, length);
        phase.put("rate", String.format(Locale.ROOT, rate < 100 ? "%.2f/s" : "%.0f/s", rate));
        phase.put("arrivals", poisson() ? "poisson" : "constant");
        phase.put("maxInFlight", maxInFlight);
        return phase;
    }

    /** As the plan's measured phase, but for its load. */
    private Map<String, Object> phase(PhaseKind kind, String name, Duration length) {
        Map<String, Object> phase = PlanJson.phases(plan).stream()
                .filter(any -> measured.name().equals(any.get("name")))
                .findFirst()
                .orElseThrow();
        LOAD.forEach(phase::remove);
        phase.put("kind", kind.label());
        phase.put("name", name);
        phase.put("duration", Durations.format(length));
        return phase;
    }

    private String text(int number, List<Map<String, Object>> last) {
        Map<String, Object> plain = PlanJson.plain(plan);
        if (plan.freshState() || !plan.writes()) {
            Map<String, Object> workload = PlanJson.workload(plan);
            workload.put("seed", plan.seed() + number);
            plain.put("workload", workload);
        }
        List<Map<String, Object>> phases = new ArrayList<>();
        for (Map<String, Object> phase : PlanJson.phases(plan)) {
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

    private static boolean prepares(String kind) {
        return !List.of(PhaseKind.WARMUP.label(), PhaseKind.MEASURE.label(), PhaseKind.VERIFY.label())
                .contains(kind);
    }
}
