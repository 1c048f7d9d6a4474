package muster.experiments.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import muster.cli.terminal.OutcomeJson;
import muster.experiments.compare.ChangeRule.Outcome;
import muster.experiments.compare.RunComparison.Compared;
import muster.experiments.compare.RunComparison.Difference;
import muster.experiments.compare.RunComparison.Operation;
import muster.statistics.Interval;

/** A comparison for programs: ratios are B by A with their 95 % interval, times nanoseconds, throughput a second. */
final class CompareJson {
    private CompareJson() {}

    static Map<String, Object> of(RunComparison comparison, List<Outcome> outcomes) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("a", run(comparison.a()));
        json.put("b", run(comparison.b()));
        json.put("timing", comparison.timing());
        json.put("environment", differences(comparison.environment()));
        json.put("plan", differences(comparison.plan()));
        json.put("left_out", comparison.leftOut());
        json.put(
                "operations",
                comparison.operations().stream().map(CompareJson::operation).toList());
        json.put("fail_if", outcomes.stream().map(CompareJson::outcome).toList());
        return json;
    }

    private static Map<String, Object> run(ComparedRun run) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("file", run.file().toString());
        json.put("run", run.id());
        json.put("name", run.name());
        json.put("started_at", run.startedAt());
        json.put("validity", run.validity());
        json.put("error_share", run.errorShare());
        json.put("outcomes", OutcomeJson.of(run.counts()));
        json.put("wrong_answers", run.wrongAnswers());
        json.put("answers", run.answers().verdict());
        json.put("answers_compared", run.answers().compared());
        json.put("answers_asked", run.answers().asked());
        json.put("warnings", run.warnings());
        json.put("reasons", run.reasons());
        return json;
    }

    private static List<Map<String, Object>> differences(List<Difference> differences) {
        return differences.stream()
                .map(fact ->
                        Map.<String, Object>of("key", fact.key(), "a", fact.a(), "b", fact.b(), "work", fact.ofWork()))
                .toList();
    }

    private static Map<String, Object> operation(Operation operation) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("step", operation.step());
        json.put("phase", operation.phase());
        json.put("operation", operation.name());
        json.put("trials_a", operation.trialsA());
        json.put("trials_b", operation.trialsB());
        operation.figures().forEach(compared -> json.put(key(compared), figure(compared)));
        return json;
    }

    /** As overhead names them: p999. */
    private static String key(Compared compared) {
        return compared.figure().label().replace(".", "");
    }

    private static Map<String, Object> figure(Compared compared) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("a", compared.a().value());
        json.put("b", compared.b().value());
        json.putAll(interval(compared.ratio()));
        json.put("verdict", compared.change().kind().name().toLowerCase(Locale.ROOT));
        json.put("text", compared.change().text());
        json.put("more_trials", compared.change().moreTrials());
        return json;
    }

    private static Map<String, Object> interval(Interval ratio) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("ratio", ratio.estimate());
        json.put("low", ratio.low());
        json.put("high", ratio.high());
        return json;
    }

    private static Map<String, Object> outcome(Outcome outcome) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("rule", outcome.rule().text());
        json.put("step", outcome.operation().step());
        json.put("phase", outcome.operation().phase());
        json.put("operation", outcome.operation().name());
        json.putAll(interval(outcome.ratio()));
        json.put("gate", outcome.gate().name().toLowerCase(Locale.ROOT));
        return json;
    }
}
