package muster.experiments.turns.ab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import muster.cli.terminal.Ending;
import muster.cli.terminal.OutcomeJson;
import muster.experiments.turns.InterleavedComparison;
import muster.experiments.turns.ab.Ab.Answer;
import muster.statistics.Interval;
import muster.store.table.AlignedRows;
import muster.store.table.OutcomeRows;
import muster.text.Quantity;
import org.jspecify.annotations.Nullable;

/** What ./muster ab prints: a sentence and a table an arm for people, or one object for programs. */
final class AbText {
    private static final Map<String, String> LABELS = labels();

    private AbText() {}

    private static Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("throughput", "throughput");
        labels.put("p50", "response p50");
        labels.put("p99", "response p99");
        labels.put("p999", "response p99.9");
        labels.put("cpu_per_operation", "client CPU an operation");
        labels.put(InterleavedComparison.SERVER_CPU, "server CPU an operation");
        return labels;
    }

    static Ending of(Answer answer) {
        List<String> notes = new ArrayList<>(answer.doubts());
        if (answer.restarts() > 0) {
            notes.add("%s, %d s; seed %d"
                    .formatted(
                            Quantity.count(answer.restarts(), "restart"),
                            answer.elapsedNs() / 1_000_000_000,
                            answer.seed()));
        }
        List<String> answers = new ArrayList<>(answer.sentences());
        answers.addAll(answer.processorTime());
        return new Ending(
                "", answers, answer.comparisons().stream().map(AbText::table).toList(), notes);
    }

    private static List<String> table(InterleavedComparison comparison) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("", comparison.base(), comparison.arm(), "ratio", "95 % interval"));
        LABELS.forEach((name, label) -> {
            if (comparison.isKnown(name)) {
                rows.add(row(name, label, comparison));
            }
        });
        OutcomeRows.of(comparison.outcomes().values())
                .forEach(row -> rows.add(List.of(row.get(0), row.get(1), row.get(2), "", "")));
        return AlignedRows.lines(rows, column -> column > 0 && column < 4);
    }

    private static List<String> row(String name, String label, InterleavedComparison comparison) {
        DoubleFunction<String> unit = name.equals("throughput") ? Quantity::rate : Quantity::duration;
        Interval ratio = comparison.ratio(name);
        return List.of(
                label,
                unit.apply(comparison.figure(name).medianOfStandalone()),
                unit.apply(comparison.figure(name).medianOfCluster()),
                Quantity.ratio(ratio.estimate()),
                ratio.range(Quantity::ratio));
    }

    static Map<String, @Nullable Object> map(Answer answer) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("arms", answer.arms());
        map.put("comparisons", answer.comparisons().stream().map(AbText::map).toList());
        map.put("outcomes", OutcomeJson.byName(answer.outcomes()));
        map.put("restarts", answer.restarts());
        map.put("elapsed_s", answer.elapsedNs() / 1e9);
        map.put("seed", answer.seed());
        map.put("store", answer.store().toString());
        map.put("decided", answer.decided());
        map.put("valid", answer.valid());
        map.put("doubts", answer.doubts());
        map.put("verdict", answer.verdict());
        return map;
    }

    private static Map<String, @Nullable Object> map(InterleavedComparison comparison) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("base", comparison.base());
        map.put("arm", comparison.arm());
        LABELS.keySet().forEach(name -> {
            Interval ratio = comparison.ratio(name);
            Map<String, @Nullable Object> figure = new LinkedHashMap<>();
            figure.put("ratio", ratio.estimate());
            figure.put("low", ratio.low());
            figure.put("high", ratio.high());
            figure.put("base", comparison.figure(name).medianOfStandalone());
            figure.put("value", comparison.figure(name).medianOfCluster());
            map.put(name, figure);
        });
        return map;
    }
}
