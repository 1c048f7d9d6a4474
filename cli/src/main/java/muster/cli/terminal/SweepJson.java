package muster.cli.terminal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.OutcomeMessages;
import muster.protocol.SweepResult;
import muster.protocol.SweepStepResult;

/** A sweep for programs: medians over trials, times in nanoseconds, throughput a second. */
public final class SweepJson {
    private SweepJson() {}

    public static List<Map<String, Object>> of(List<SweepResult> sweeps) {
        return sweeps.stream().map(SweepJson::of).toList();
    }

    private static Map<String, Object> of(SweepResult sweep) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("phase", sweep.getPhase());
        json.put("group", sweep.getGroup());
        json.put("unit", sweep.getUnit());
        json.put("cold_trials", sweep.getColdTrials());
        json.put(
                "steps",
                sweep.getStepsList().stream().map(step -> step(sweep, step)).toList());
        json.put("sentences", List.copyOf(sweep.getSentencesList()));
        return json;
    }

    private static Map<String, Object> step(SweepResult sweep, SweepStepResult step) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < sweep.getKeysCount(); i++) {
            values.put(sweep.getKeys(i), step.getValues(i));
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("step", step.getStep());
        json.put("values", values);
        json.put("trials", step.getTrials());
        put(json, "per_s", step.hasPerS(), step.getPerS());
        put(json, "low", step.hasLow(), step.getLow());
        put(json, "high", step.hasHigh(), step.getHigh());
        put(json, "p50_ns", step.hasP50Ns(), step.getP50Ns());
        put(json, "p99_ns", step.hasP99Ns(), step.getP99Ns());
        json.put("error_percent", step.getErrorPercent());
        json.put("outcomes", OutcomeJson.of(OutcomeMessages.of(step.getCounts())));
        json.put("limited_by", step.getLimitedBy());
        json.put("remark", step.getRemark());
        json.put("best", step.getBest());
        return json;
    }

    private static void put(Map<String, Object> json, String key, boolean known, double value) {
        if (known) {
            json.put(key, value);
        }
    }
}
