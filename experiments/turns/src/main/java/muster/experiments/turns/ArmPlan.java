package muster.experiments.turns;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongBiFunction;
import muster.cli.terminal.Failure;
import muster.text.Json;
import muster.workloads.DataFiles;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanJson;
import muster.workloads.plan.PlanReader;
import muster.workloads.plan.language.Durations;

/**
 * The plan of one arm. Arms that share one database have the measured phase of the plan once each: the first loads and warms up, and
 * each executes its own alone, so that each has indexes, and what it writes, of its own.
 *
 * @param before JSON of what comes before the measured phase; "" where that is nothing
 * @param text JSON of the measured phase
 * @param phase its name
 * @param uri of the target; "" for none
 * @param keyRange its number among those of the arms that share a database, from 0
 */
public record ArmPlan(String before, String text, String phase, String uri, int keyRange) {
    /** So that each has enough of the loaded edges that it may take away. */
    private static final int MAX_RESTARTS = 8;

    /** What the names of phases end with that are not in the plan, and then a number. */
    private static final String COPY = "-arm";

    /** Throws {@link Failure} for a plan that cannot be cut into turns. */
    public static void refuseUnfit(Plan plan) {
        var unused = measured(plan);
    }

    /**
     * Which part of a database an arm has.
     *
     * @param place of this arm among the {@code sharing} arms that share a database, from 0; the first loads it
     * @param keyRange which of the {@code sharing} measured phases of a restart is this arm's, from 0: an index could like one
     *     end of its keys better, so another arm may have its place
     * @param restart of those that use what was loaded once, from 0; each has phases, and so indexes, of its own
     * @param restarts that use what was loaded once
     */
    record Share(int place, int keyRange, int sharing, int restart, int restarts) {
        private int phases() {
            return sharing * restarts;
        }

        private int phase() {
            return restart * sharing + keyRange;
        }

        private boolean loads() {
            return place == 0 && restart == 0;
        }
    }

    /**
     * The plan of an arm.
     *
     * @param longest duration of the measured phase, which is ended before
     * @param turns of the arm, as the phase says them
     */
    static ArmPlan of(Plan plan, Share share, Duration longest, Map<String, Object> turns) {
        PhaseSpec measured = measured(plan);
        Map<String, Object> plain = PlanJson.plain(plan);
        List<Map<String, Object>> phases = phases(plan);
        List<String> before = phases.stream()
                .limit(phases.size() - 1)
                .map(one -> String.valueOf(one.get("name")))
                .toList();
        Map<String, Object> own = phases.getLast();
        own.put("duration", Durations.format(longest.toNanos()));
        own.put("turns", turns);
        for (int copy = 1; copy < share.phases(); copy++) {
            Map<String, Object> other = new LinkedHashMap<>(own);
            other.put("name", name(measured, copy));
            int first = copy - copy % share.sharing();
            if (copy > first && asksAlike(plan)) {
                other.put("turns", with(turns, "draws", name(measured, first)));
            }
            phases.add(other);
        }
        plain.put("phases", phases);
        List.of("thresholds", "steady").forEach(plain::remove);
        plain.put("trials", 1);
        String phase = name(measured, share.phase());
        String state = share.loads() && plan.freshState() ? "fresh" : "reuse";
        return new ArmPlan(
                share.loads() && !before.isEmpty() ? text(plain, before, state) : "",
                text(plain, List.of(phase), before.isEmpty() ? state : "reuse"),
                phase,
                plan.target().settings().raw().getOrDefault("uri", "").toString(),
                share.keyRange());
    }

    /** How many restarts of arms with this plan can use what was loaded once: a plan has a bounded number of phases. */
    static int restarts(Plan plan, int sharing) {
        return Math.clamp((Plan.MAX_PHASES - phases(plan).size()) / sharing, 1, MAX_RESTARTS);
    }

    /** Whether all arms of a restart are asked for the same, each with ids of its own for what it adds. */
    private static boolean asksAlike(Plan plan) {
        return plan.workload().kind().equals("graphity");
    }

    private static Map<String, Object> with(Map<String, Object> map, String key, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(map);
        more.put(key, value);
        return more;
    }

    /** A message with the name that its phase has in the plan. */
    String asInPlan(String message) {
        return message.replace(phase, phase.replaceFirst(COPY + "\\d+$", ""));
    }

    /** Its measured phase, as it is executed. */
    ExecutedPhase executed(PlanCheck check) {
        return check.phases().stream()
                .filter(one -> one.name().equals(phase))
                .findFirst()
                .orElseThrow();
    }

    /** How many of so many executions of an operation of the measured phase may be absent. */
    ToLongBiFunction<String, Long> expectedOthers(DataFiles files) {
        return executed(PlanCheck.check(PlanReader.parse(text, phase, List.of()), files))
                .expected()::most;
    }

    private static String name(PhaseSpec measured, int copy) {
        return copy == 0 ? measured.name() : measured.name() + COPY + (copy + 1);
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

    /** The phase that is cut into turns. */
    private static PhaseSpec measured(Plan plan) {
        PhaseSpec measured = plan.phases().stream()
                .filter(phase -> phase.kind() == PhaseKind.MEASURE)
                .findFirst()
                .orElseThrow();
        String why = "";
        if (plan.replay().replays()) {
            why = "replays recorded operations, which cannot be cut into turns; drop them with --set replay=";
        } else if (measured.durationNs() == 0) {
            why = "is bound by a number of operations, which cannot be cut into turns; give it a duration";
        } else if (measured.rate() != null) {
            why = "offers a set rate, so that turns of both arms have the same throughput; give it clients";
        } else if (measured.isProfiled() || measured.rampNs() > 0) {
            why = "changes its clients with time, and turns must offer the same load; give it a number of them";
        } else if (measured.concurrent()) {
            why = "has streams, and an arm is one load; --set " + measured.name() + ".streams= drops them";
        }
        if (!why.isEmpty()) {
            throw Failure.badInput(plan.name() + ": phase " + measured.name() + " " + why
                    + ", or compare trials of fresh runs (run --trials and compare)");
        }
        return measured;
    }
}
