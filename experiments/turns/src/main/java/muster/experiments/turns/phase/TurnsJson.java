package muster.experiments.turns.phase;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import muster.cli.terminal.OutcomeJson;
import muster.experiments.turns.phase.PhaseArm.ArmThreshold;
import muster.report.ranking.Ranking.Contender;
import muster.statistics.Interval;
import org.jspecify.annotations.Nullable;

/** The answer of a phase whose arms took turns, for programs: times in nanoseconds, throughput a second, what is not known is null. */
final class TurnsJson {
    private TurnsJson() {}

    static Map<String, @Nullable Object> of(TurnsAnswer answer) {
        TurnsPhase phase = answer.phase();
        TurnsSentences sentences = new TurnsSentences(answer);
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("step", phase.at().step());
        json.put("trial", phase.at().trial());
        json.put("phase", phase.at().phase());
        json.put("blocks", phase.blocks());
        json.put("left_out", phase.disturbed());
        json.put("alike_within", phase.alike());
        json.put("sound", answer.isSound());
        json.put("arms", answer.arms().stream().map(TurnsJson::arm).toList());
        json.put("all", verdict(answer.whole()));
        json.put(
                "operations",
                answer.operations().stream().map(TurnsJson::verdict).toList());
        json.put("server_cpu", answer.serverCpu().map(TurnsJson::verdict).orElse(null));
        json.put(
                "meeting_thresholds",
                answer.fulfilling().map(TurnsJson::verdict).orElse(null));
        json.put("doubts", sentences.doubts());
        json.put("sentences", List.of(sentences.whole()));
        json.put("operation_sentences", sentences.operations());
        json.put("server_cpu_sentence", sentences.serverCpu());
        json.put("advice", sentences.advice());
        return json;
    }

    private static Map<String, @Nullable Object> arm(PhaseArm arm) {
        Interval level = Measure.THROUGHPUT.level(arm.all());
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("arm", arm.name());
        json.put("per_s", arm.all().perS());
        json.put("low", level.low());
        json.put("high", level.high());
        json.put("offered_per_s", arm.isOpen() ? arm.ratePerS() : null);
        json.putAll(responses(arm.all()));
        Interval cpu = Measure.SERVER_CPU.level(arm.all());
        json.put("server_cpu_ns", cpu.estimate());
        json.put("server_cpu_low_ns", cpu.low());
        json.put("server_cpu_high_ns", cpu.high());
        json.put("outcomes", OutcomeJson.of(arm.all().counts()));
        json.put(
                "thresholds",
                arm.thresholds().stream().map(TurnsJson::threshold).toList());
        Map<String, @Nullable Object> operations = new LinkedHashMap<>();
        arm.names().forEach(name -> operations.put(name, operation(arm, name)));
        json.put("operations", operations);
        return json;
    }

    private static Map<String, @Nullable Object> operation(PhaseArm arm, String name) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        OperationTurns turns = arm.operations().get(name);
        if (turns != null) {
            json.put("per_s", turns.perS());
            json.putAll(responses(turns));
            json.put("outcomes", OutcomeJson.of(turns.counts()));
        }
        return json;
    }

    private static Map<String, @Nullable Object> responses(OperationTurns turns) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("mean_ns", turns.meanNs());
        json.put("p50_ns", turns.p50());
        json.put("p99_ns", turns.p99());
        return json;
    }

    private static Map<String, @Nullable Object> threshold(ArmThreshold threshold) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("threshold", threshold.text());
        json.put("observed", threshold.observed());
        json.put("met", threshold.met());
        return json;
    }

    private static Map<String, @Nullable Object> verdict(Verdict verdict) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("operation", verdict.operation());
        json.put("by", verdict.ranking().by().title());
        json.put(
                "ranking",
                verdict.ranking().contenders().stream().map(Contender::name).toList());
        json.put("best_shown", verdict.ranking().hasWinner());
        json.put("against_best", verdict.ofBest().stream().map(TurnsJson::ratio).toList());
        json.put(
                "against_first",
                verdict.ofFirst().stream().map(TurnsJson::ratio).toList());
        return json;
    }

    /** {@code arm} is so many times as good as {@code base}. */
    private static Map<String, @Nullable Object> ratio(ArmRatio of) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("arm", of.arm());
        json.put("base", of.base());
        json.put("ratio", of.ratio().estimate());
        json.put("low", of.ratio().low());
        json.put("high", of.ratio().high());
        json.put("p50_ratio", of.median().estimate());
        json.put("p50_low", of.median().low());
        json.put("p50_high", of.median().high());
        json.put("decision", of.decision().name().toLowerCase(Locale.ROOT));
        json.put("times_as_long", of.times());
        return json;
    }
}
