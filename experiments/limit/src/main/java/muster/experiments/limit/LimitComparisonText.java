package muster.experiments.limit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import muster.statistics.Interval;
import muster.store.table.AlignedRows;
import muster.text.Quantity;
import org.jspecify.annotations.Nullable;

/** The table of compared limits as text, for programs and for the store. */
final class LimitComparisonText {
    private LimitComparisonText() {}

    /** Best first. */
    static List<String> table(LimitComparison comparison) {
        List<ComparedLimit> targets = comparison.targets();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("target", "rate/s", "low", "high", latency(targets), "times the next", "limited by"));
        IntStream.range(0, targets.size()).forEach(target -> rows.add(row(comparison, target)));
        return AlignedRows.lines(rows, column -> column > 0 && column < 6);
    }

    private static List<String> row(LimitComparison comparison, int number) {
        ComparedLimit target = comparison.targets().get(number);
        LimitResult result = target.result();
        return List.of(
                target.name(),
                LimitText.rate(result.rate()),
                LimitText.rate(result.low()),
                LimitText.rate(result.high()),
                Quantity.duration(latencyNs(result)),
                comparison.ratio(number).map(LimitSentence::ratio).orElse(Quantity.NONE),
                result.limitedBy());
    }

    /** What the bound is about; the same for all. */
    private static String latency(List<ComparedLimit> targets) {
        return targets.stream()
                .flatMap(target -> Optional.ofNullable(target.result().oneClient()).stream())
                .map(step -> step.latency().name())
                .findFirst()
                .orElse("p99");
    }

    /** At the highest rate that held; NaN for none. */
    private static double latencyNs(LimitResult result) {
        StepResult held = result.held();
        return held == null || result.rate() == null
                ? Double.NaN
                : held.latency().ns();
    }

    static Map<String, @Nullable Object> map(LimitComparison comparison) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("slo", comparison.slo());
        map.put("margin", LimitComparison.MARGIN);
        map.put(
                "targets",
                IntStream.range(0, comparison.targets().size())
                        .mapToObj(target -> map(comparison, target))
                        .toList());
        map.put("verdict", comparison.verdict().name().toLowerCase(Locale.ROOT));
        map.put("sentence", LimitSentence.of(comparison));
        return map;
    }

    private static Map<String, @Nullable Object> map(LimitComparison comparison, int number) {
        ComparedLimit target = comparison.targets().get(number);
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("name", target.name());
        map.put("latency", latency(List.of(target)));
        map.put("latency_ns", known(latencyNs(target.result())));
        Interval ratio = comparison.ratio(number).orElse(Interval.NONE);
        map.put("times_the_next", known(ratio.estimate()));
        map.put("times_the_next_low", known(ratio.low()));
        map.put("times_the_next_high", known(ratio.high()));
        map.putAll(LimitText.map(target, comparison.slo()));
        return map;
    }

    /** What the store keeps; of targets of which nothing was measured it has no row. */
    static List<LimitTargetRow> rows(LimitComparison comparison) {
        List<LimitTargetRow> rows = new ArrayList<>();
        for (int number = 0; number < comparison.targets().size(); number++) {
            ComparedLimit target = comparison.targets().get(number);
            StepResult first = target.result().oneClient();
            if (first != null) {
                Interval ratio = comparison.ratio(number).orElse(Interval.NONE);
                rows.add(new LimitTargetRow(
                        first.run(),
                        number + 1,
                        target.name(),
                        first.latency().name(),
                        known(latencyNs(target.result())),
                        known(ratio.estimate()),
                        known(ratio.low()),
                        known(ratio.high())));
            }
        }
        return rows;
    }

    /** Null for NaN, and for an end that is open: infinite, or 0. */
    private static @Nullable Double known(double value) {
        return Double.isFinite(value) && value > 0 ? value : null;
    }
}
