package muster.experiments.turns.phase;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import muster.statistics.Interval;
import muster.store.table.OtherColumn;
import muster.text.Quantity;

/** The arms of a phase, best first: one row an arm. Titles of numbers begin with ">", as those of {@link muster.report.html.Html#table}. */
final class TurnsTable {
    private final TurnsAnswer answer;
    private final List<OtherColumn> others;
    private final Map<String, ToDoubleFunction<OperationTurns>> times = new LinkedHashMap<>();

    TurnsTable(TurnsAnswer answer) {
        this.answer = answer;
        time("mean", OperationTurns::meanNs);
        time("p50", OperationTurns::p50);
        time("p99", OperationTurns::p99);
        others = OtherColumn.of(
                answer.arms().stream().map(arm -> arm.all().counts()).toList());
    }

    /** Percentiles are unknown where samples are few; a column has at least one that is known. */
    private void time(String title, ToDoubleFunction<OperationTurns> time) {
        if (answer.arms().stream().anyMatch(arm -> Double.isFinite(time.applyAsDouble(arm.all())))) {
            times.put(title, time);
        }
    }

    List<String> titles() {
        List<String> titles = new ArrayList<>(List.of("arm", ">ok/s", ">95 % interval"));
        if (isOpen()) {
            titles.add(">offered/s");
        }
        times.keySet().forEach(title -> titles.add(">" + title));
        titles.addAll(List.of(">operations", ">ok", ">errors"));
        others.forEach(other -> titles.add(">" + other.title()));
        if (hasServerCpu()) {
            titles.add(">server CPU an operation");
        }
        if (answer.hasThresholds()) {
            titles.add("thresholds");
        }
        return titles;
    }

    private boolean isOpen() {
        return answer.arms().stream().anyMatch(PhaseArm::isOpen);
    }

    List<List<String>> rows() {
        return answer.arms().stream().map(this::row).toList();
    }

    private List<String> row(PhaseArm arm) {
        OperationTurns all = arm.all();
        Interval level = Measure.THROUGHPUT.level(all);
        List<String> row = new ArrayList<>(List.of(
                arm.name(),
                Quantity.figure(all.perS()),
                level.bounded()
                        ? Quantity.figure(level.low()) + " to " + Quantity.figure(level.high())
                        : Quantity.NONE));
        if (isOpen()) {
            row.add(arm.isOpen() ? Quantity.figure(arm.ratePerS()) : Quantity.NONE);
        }
        times.values().forEach(time -> row.add(Quantity.duration(time.applyAsDouble(all))));
        Stream.of(all.counts().operations(), all.counts().ok(), all.counts().errors())
                .forEach(count -> row.add(Quantity.number((double) count)));
        others.forEach(other -> row.add(Quantity.number((double) other.of(all.counts()))));
        if (hasServerCpu()) {
            row.add(serverCpu(all));
        }
        if (answer.hasThresholds()) {
            row.add(thresholds(arm));
        }
        return row;
    }

    private boolean hasServerCpu() {
        return answer.arms().stream().anyMatch(arm -> Measure.SERVER_CPU.of(arm.all()) > 0);
    }

    private static String serverCpu(OperationTurns all) {
        Interval level = Measure.SERVER_CPU.level(all);
        return Quantity.duration(level.estimate())
                + (level.bounded()
                        ? " (" + Quantity.duration(level.low()) + " to " + Quantity.duration(level.high()) + ")"
                        : "");
    }

    /** "met", "missed", or a dash for an arm without any. */
    static String thresholds(PhaseArm arm) {
        return arm.thresholds().isEmpty() ? Quantity.NONE : arm.meetsThresholds() ? "met" : "missed";
    }
}
