package muster.workloads.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import muster.text.Json;
import muster.workloads.plan.PhaseSpec.Rate;
import muster.workloads.plan.PhaseSpec.Think;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.language.Durations;
import muster.workloads.plan.profile.LoadProfile;
import muster.workloads.plan.rule.EarlyEnd;
import muster.workloads.plan.rule.StopRule;
import muster.workloads.plan.rule.Threshold;

/**
 * Plans as JSON, as the coordinator sends them: every default written out, secrets still references. JSON is YAML, so
 * one parser reads both.
 */
public final class PlanJson {
    private PlanJson() {}

    public static String write(Plan plan) {
        return Json.write(plain(plan));
    }

    /** The same plan again, but for its text, which is this JSON. Throws {@link PlanException}. */
    public static Plan read(String json) {
        return PlanReader.parse(json, "plan.json", List.of());
    }

    /** The same as maps, lists, texts and numbers, which the caller may change. */
    public static Map<String, Object> plain(Plan plan) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("name", plan.name());
        plain.put("target", section(plan.target()));
        plain.put("workload", workload(plan));
        plan.data().plain().ifPresent(data -> plain.put("data", data));
        plain.put("phases", phases(plan));
        if (!plan.only().isEmpty()) {
            plain.put("only", plan.only());
        }
        plain.put("state", plan.freshState() ? "fresh" : "reuse");
        if (plan.steadyRequired()) {
            plain.put("steady", "required");
        }
        plain.put("trials", plan.trials());
        if (plan.answers().compares()) {
            Map<String, Object> answers = new LinkedHashMap<>();
            answers.put("reference", plan.answers().reference());
            answers.put("check", plan.answers().check());
            plain.put("answers", answers);
        }
        plain.putAll(plan.trace().plain());
        plan.replay().plain().ifPresent(replay -> plain.put("replay", replay));
        plain.put("thresholds", plan.thresholds().stream().map(Threshold::text).toList());
        plan.server().ifPresent(server -> plain.put("server", server.plain()));
        if (!plan.sweep().isEmpty()) {
            plain.put("sweep", plan.sweep());
        }
        return plain;
    }

    /** The workload of {@link #plain}, with its random seed. */
    public static Map<String, Object> workload(Plan plan) {
        Map<String, Object> workload = section(plan.workload());
        workload.put("seed", plan.seed());
        return workload;
    }

    /** The phases of {@link #plain}, in their order. */
    public static List<Map<String, Object>> phases(Plan plan) {
        return plan.phases().stream().map(PlanJson::phase).collect(Collectors.toCollection(ArrayList::new));
    }

    private static Map<String, Object> section(Section section) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("kind", section.kind());
        plain.putAll(section.settings().raw());
        return plain;
    }

    private static Map<String, Object> phase(PhaseSpec phase) {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("kind", phase.kind().label());
        plain.put("name", phase.name());
        if (phase.kind() == PhaseKind.VERIFY) {
            plain.put("feeds", phase.operations());
            return plain;
        }
        bound(phase, plain);
        if (phase.concurrent()) {
            plain.put("streams", streams(phase));
        } else {
            load(phase, plain);
        }
        if (phase.turns() != null) {
            plain.put("turns", phase.turns().plain());
        }
        plain.put("drain", Durations.format(phase.drainNs()));
        if (phase.actionsPerTransaction() > 0) {
            plain.put("actionsPerTransaction", phase.actionsPerTransaction());
        }
        putEarlyEnd(phase.earlyEnd(), plain);
        if (phase.crash() != null) {
            plain.put("crash", phase.crash().plain());
        }
        if (phase.continuesOnError()) {
            plain.put("onError", "continue");
        }
        return plain;
    }

    private static Map<String, Object> streams(PhaseSpec phase) {
        Map<String, Object> streams = new LinkedHashMap<>();
        for (PhaseSpec.Stream stream : phase.streams()) {
            Map<String, Object> plain = new LinkedHashMap<>();
            if (!stream.operations().isEmpty()) {
                plain.put("operations", stream.operations());
            }
            if (stream.workload() != null) {
                plain.put("workload", section(stream.workload()));
            }
            load(stream.load(), plain);
            streams.put(stream.name(), plain);
        }
        return streams;
    }

    private static void putEarlyEnd(EarlyEnd early, Map<String, Object> plain) {
        if (early.steadyAfter() != null) {
            plain.put("until", "steady");
            plain.put("min", Durations.format(early.steadyAfter()));
        }
        if (!early.stopIf().isEmpty()) {
            plain.put("stopIf", early.stopIf().stream().map(StopRule::text).toList());
        }
    }

    private static void bound(PhaseSpec phase, Map<String, Object> plain) {
        if (!phase.part().isEmpty()) {
            plain.put("part", phase.part());
        }
        if (phase.operations() > 0) {
            plain.put("operations", phase.operations());
        }
        putDuration("duration", phase.durationNs(), plain);
    }

    private static void load(PhaseSpec phase, Map<String, Object> plain) {
        Rate rate = phase.rate();
        LoadProfile profile = phase.profile();
        if (rate != null) {
            plain.put("rate", profile == null ? Rates.format(rate) : profile.plain());
            plain.put("arrivals", rate.poisson() ? "poisson" : "constant");
        }
        if (rate == null) {
            plain.put("clients", profile == null ? phase.clients() : profile.plain());
        } else {
            plain.put("maxInFlight", phase.clients());
        }
        putThink(phase.think(), plain);
        putDuration("pacing", phase.pacingNs(), plain);
        putDuration("ramp", phase.rampNs(), plain);
    }

    private static void putThink(Think think, Map<String, Object> plain) {
        if (think.exponential()) {
            Map<String, Object> drawn = new LinkedHashMap<>();
            drawn.put("distribution", "exponential");
            drawn.put("mean", Durations.format(think.meanNs()));
            plain.put("think", drawn);
        } else {
            putDuration("think", think.meanNs(), plain);
        }
    }

    private static void putDuration(String key, long ns, Map<String, Object> plain) {
        if (ns > 0) {
            plain.put(key, Durations.format(ns));
        }
    }
}
