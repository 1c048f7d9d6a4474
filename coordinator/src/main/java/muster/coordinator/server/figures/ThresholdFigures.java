package muster.coordinator.server.figures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import muster.coordinator.core.event.MeasuredTime;
import muster.coordinator.core.event.PhaseBooks;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OperationFigures;
import muster.coordinator.core.event.PhaseFigures.OutcomeCount;
import muster.model.AnswerRow;
import muster.model.CountedOperations;
import muster.model.OperationName;
import muster.model.OutcomeCounts;
import muster.model.Series;
import muster.store.file.histogram.Distribution;
import muster.store.file.phase.PhaseAggregate;
import org.jspecify.annotations.Nullable;

/** Computes the figures that thresholds are judged by. Drained operations are in latencies, not in throughput. */
public final class ThresholdFigures {
    private static final List<String> TIMINGS = List.of("service", "response");

    private ThresholdFigures() {}

    /**
     * Of a phase that has ended.
     *
     * @param time what throughputs are divided by
     * @param books of the phase, and by name of each of its streams that has one
     * @param okBySecond as {@link PhaseFigures} has it
     */
    static PhaseFigures of(
            PhaseAggregate aggregate,
            MeasuredTime time,
            Map<String, PhaseBooks> books,
            List<Long> okBySecond,
            List<AnswerRow> answers) {
        Set<String> streams = new TreeSet<>(books.keySet());
        streams.remove("");
        Set<String> operations = new TreeSet<>(streams);
        aggregate.keys().forEach(key -> operations.add(key.operation()));
        operations.add("");
        List<OperationFigures> rows = new ArrayList<>();
        for (String operation : operations) {
            TIMINGS.forEach(timing -> rows.add(figures(aggregate, operation, timing, time.seconds(operation))));
        }
        Map<String, PhaseFigures> ofStreams = new TreeMap<>();
        for (String stream : streams) {
            List<OperationFigures> own = rows.stream()
                    .filter(row -> OperationName.isOf(row.operation(), stream))
                    .map(row -> row.named(
                            row.operation().equals(stream) ? "" : OperationName.withinStream(row.operation())))
                    .toList();
            ofStreams.put(
                    stream,
                    figures(
                            aggregate,
                            stream,
                            time.seconds(stream),
                            own,
                            books.get(stream),
                            List.of(),
                            List.of(),
                            Map.of()));
        }
        return figures(aggregate, "", time.seconds(), rows, books.get(""), okBySecond, answers, ofStreams);
    }

    private static PhaseFigures figures(
            PhaseAggregate aggregate,
            String stream,
            double seconds,
            List<OperationFigures> rows,
            @Nullable PhaseBooks books,
            List<Long> okBySecond,
            List<AnswerRow> answers,
            Map<String, PhaseFigures> streams) {
        PhaseAggregate.Totals totals = aggregate.totals(stream);
        return new PhaseFigures(
                totals.counts().operations(),
                perS(totals.okInTime(), seconds),
                rows,
                books == null ? PhaseBooks.NONE : books,
                sums(aggregate, stream),
                okBySecond,
                answers,
                null,
                outcomes(aggregate, stream),
                streams);
    }

    private static List<OutcomeCount> outcomes(PhaseAggregate aggregate, String stream) {
        Map<String, String> messages = aggregate.firstMessages(stream);
        return aggregate.outcomes(stream).entrySet().stream()
                .map(of -> new OutcomeCount(of.getKey(), of.getValue(), messages.getOrDefault(of.getKey(), "")))
                .sorted(Comparator.comparingLong(OutcomeCount::count).reversed())
                .toList();
    }

    /** Of one second of a phase; percentiles however few samples there are. */
    public static PhaseFigures ofSecond(PhaseAggregate second) {
        Map<String, PhaseBooks> streams = new TreeMap<>();
        second.streams().forEach(name -> streams.put(name, PhaseBooks.NONE));
        PhaseFigures whole = of(second, new MeasuredTime(1, Map.of()), streams, List.of(), List.of());
        List<OperationFigures> rows = whole.operations().stream()
                .map(row -> row.with(percentiles(second, row.operation(), row.timing())))
                .toList();
        return new PhaseFigures(whole.counted(), whole.throughputPerS(), rows);
    }

    private static PhaseFigures.Percentiles percentiles(PhaseAggregate second, String operation, String timing) {
        Distribution ok = second.distribution(operation, timing, "ok");
        return percentile -> ok.samples() == 0 ? -1 : ok.rankedNs(percentile);
    }

    /** Nanoseconds by timing over all outcomes. Where actions are grouped, those of their transactions, which have the stages. */
    private static Map<String, Double> sums(PhaseAggregate aggregate, String stream) {
        Set<Series.Key> keys = aggregate.keys();
        Set<String> grouped = keys.stream()
                .map(Series.Key::operation)
                .filter(CountedOperations::isTransaction)
                .map(OperationName::stream)
                .collect(Collectors.toSet());
        Map<String, Double> sums = new TreeMap<>();
        for (Series.Key key : keys) {
            boolean own = OperationName.isOf(key.operation(), stream);
            boolean whole = grouped.contains(OperationName.stream(key.operation()))
                    ? CountedOperations.isTransaction(key.operation())
                    : key.isOfCounted();
            if (own && whole) {
                Distribution all = aggregate.distribution(key.operation(), key.timing(), key.outcome());
                sums.merge(key.timing(), all.samples() == 0 ? 0 : all.meanNs() * all.samples(), Double::sum);
            }
        }
        return sums;
    }

    private static OperationFigures figures(PhaseAggregate aggregate, String operation, String timing, double seconds) {
        Distribution ok = aggregate.distribution(operation, timing, "ok");
        OutcomeCounts counts = OutcomeCounts.NONE;
        for (Series.Key key : aggregate.keys()) {
            if (matches(key, operation, timing)) {
                long samples = aggregate
                        .distribution(key.operation(), timing, key.outcome())
                        .samples();
                counts = counts.plus(key.outcome(), samples);
            }
        }
        return new OperationFigures(
                operation,
                timing,
                counts,
                perS(aggregate.inTime(operation, timing, "ok"), seconds),
                ok.meanNs(),
                ok.minNs(),
                ok.maxNs(),
                percentile -> ok.percentileNs(percentile).orElse(-1));
    }

    private static boolean matches(Series.Key key, String operation, String timing) {
        boolean all = OperationName.isOf(key.operation(), operation) && key.isOfCounted();
        return key.timing().equals(timing) && (all || key.operation().equals(operation));
    }

    private static double perS(long samples, double seconds) {
        return seconds <= 0 ? 0 : samples / seconds;
    }
}
