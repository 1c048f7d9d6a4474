package muster.experiments.limit;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import muster.cli.terminal.OutcomeJson;
import muster.text.Quantity;
import org.jspecify.annotations.Nullable;

/** A search as text, line by line, and for programs. */
final class LimitText {
    private static final String GENERATOR = "this generator is the limit, and not the database";

    private LimitText() {}

    static String inFlight(LimitPlan plan) {
        return "at most %,d operations in flight (%s)".formatted(plan.maxInFlight(), plan.maxInFlightFrom());
    }

    /** The answer, in one sentence. */
    static String sentence(String target, String slo, LimitResult result) {
        String early = result.ended().isEmpty() ? "" : "ended early: " + result.ended() + "; ";
        return early + found(target, slo, result);
    }

    /** Without what ended it early. */
    static String found(String target, String slo, LimitResult result) {
        LimitEstimate estimate = result.estimate();
        StepResult one = result.oneClient();
        if (estimate == null) {
            return one == null || one.holds()
                    ? "no rate was measured"
                    : "%s carries no rate within %s: one client alone %s".formatted(target, slo, missed(one));
        }
        if (result.noneHeld()) {
            return noneHeld(target, slo, result);
        }
        if (result.limitedByGenerator()) {
            return "%s carries at least %s operations/s within %s; above that %s"
                    .formatted(target, rate(result.highestHeld()), slo, open(result));
        }
        if (result.open()) {
            return "%s carries at least %s operations/s within %s: %s"
                    .formatted(target, rate(result.highestHeld()), slo, open(result));
        }
        return "%s carries %s operations/s (%s to %s, 95 %%) within %s%s"
                .formatted(target, rate(result.rate()), rate(result.low()), rate(result.high()), slo, above(result));
    }

    /** One client alone did hold it, or no rate would have been tried. */
    private static String noneHeld(String target, String slo, LimitResult result) {
        StepResult lowest = result.steps().stream()
                .min(Comparator.comparingDouble(StepResult::rate))
                .orElseThrow();
        StepResult one = result.oneClient();
        String alone = one == null
                ? ""
                : "; one client alone completes %s operations/s within it".formatted(rate(one.throughput()));
        String by = result.limitedByGenerator() ? "; " + GENERATOR : "";
        return "no rate that was tried held %s on %s: at the lowest, %s/s, %s%s%s"
                .formatted(slo, target, rate(lowest.rate()), failed(lowest), alone, by);
    }

    private static String failed(StepResult step) {
        if (step.wrong()) {
            return "answers are wrong (run %d)".formatted(step.run());
        }
        return Double.isInfinite(step.margin()) && step.throughput() < step.rate()
                ? "only %s of %s are completed".formatted(rate(step.throughput()), rate(step.rate()))
                : "%s, errors %s".formatted(latency(step, " is "), Quantity.percent(step.errorPercent()));
    }

    private static String missed(StepResult one) {
        return one.wrong()
                ? "gets wrong answers (run %d)".formatted(one.run())
                : "misses it (%s, errors %s)".formatted(latency(one, " "), Quantity.percent(one.errorPercent()));
    }

    /** Why the upper end of its interval is open. */
    static String open(LimitResult result) {
        if (result.limitedByGenerator()) {
            return GENERATOR;
        }
        return result.nearestFailed() == null
                ? "no step missed the bound"
                : "steps contradict each other; more of them would decide (--max-steps)";
    }

    private static String above(LimitResult result) {
        StepResult failed = result.nearestFailed();
        if (failed == null) {
            return "";
        }
        if (failed.wrong()) {
            return "; above that answers are wrong (%s/s, run %d)".formatted(rate(failed.rate()), failed.run());
        }
        String what = Double.isInfinite(failed.margin()) && failed.throughput() < failed.rate()
                ? "only %s of %s are completed".formatted(rate(failed.throughput()), rate(failed.rate()))
                : "%s at %s/s".formatted(latency(failed, " is "), rate(failed.rate()));
        String by = result.limitedBy();
        return "; above that " + what + (by.equals("none") ? "" : ", limited by the " + by);
    }

    private static String latency(StepResult step, String is) {
        return step.latency().name() + is + Quantity.duration(step.latency().ns());
    }

    /** What the store keeps; empty if nothing was measured. */
    static Optional<LimitRow> row(ComparedLimit searched, String slo) {
        LimitResult result = searched.result();
        List<LimitRow.Step> steps = result.steps().stream()
                .map(step -> new LimitRow.Step(step.run(), step.rate(), step.holds()))
                .toList();
        return Optional.ofNullable(result.oneClient())
                .map(first -> new LimitRow(
                        first.run(),
                        searched.startedNs(),
                        slo,
                        result.rate(),
                        result.low(),
                        result.high(),
                        result.limitedBy(),
                        result.ended(),
                        sentence(searched.name(), slo, result),
                        steps));
    }

    /** @param searched with the name that its sentence begins with */
    static Map<String, @Nullable Object> map(ComparedLimit searched, String slo) {
        LimitResult result = searched.result();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("target", searched.target());
        map.put("slo", slo);
        map.put("rate", result.rate());
        map.put("low", result.low());
        map.put("high", result.high());
        map.put("limitedBy", result.limitedBy());
        map.put("ended", result.ended());
        map.put("steps", result.steps().stream().map(LimitText::map).toList());
        map.put("sentence", sentence(searched.name(), slo, result));
        map.put("maxInFlight", searched.maxInFlight());
        return map;
    }

    private static Map<String, @Nullable Object> map(StepResult step) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("run", step.run());
        map.put("offered_per_s", step.rate());
        map.put("throughput_per_s", step.throughput());
        map.put("latency", step.latency().name());
        map.put("latency_ns", step.latency().ns());
        map.put("error_percent", step.errorPercent());
        map.putAll(OutcomeJson.of(step.counts()));
        map.put("holds", step.holds());
        map.put("limitedBy", step.limitedBy());
        map.put("valid", step.valid());
        return map;
    }

    static String rate(@Nullable Double perS) {
        return perS == null ? Quantity.NONE : Quantity.figure(perS);
    }
}
