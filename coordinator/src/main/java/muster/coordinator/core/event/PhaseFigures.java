package muster.coordinator.core.event;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import muster.model.AnswerRow;
import muster.model.OutcomeCounts;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a closed phase, as the store computed them.
 *
 * @param counted service samples, decoded from the histograms that were accepted
 * @param throughputPerS by docs/semantics.md rule 11
 * @param operations per operation and timing; operation "" is all together
 * @param books planned, covered, missing and counted indexes
 * @param timingNs all samples summed up by timing ("service", "response" and the stages), whatever their outcome
 * @param okBySecond operations of outcome ok that were completed in each whole second of the phase, in order
 * @param answers what their comparison with a reference gave, by operation
 * @param server what the server used; null where it was not observed
 * @param outcomes how the counted operations ended, the most frequent outcome first
 * @param streams the same of each load by its name, where the phase offers several
 */
public record PhaseFigures(
        long counted,
        double throughputPerS,
        List<OperationFigures> operations,
        PhaseBooks books,
        Map<String, Double> timingNs,
        List<Long> okBySecond,
        List<AnswerRow> answers,
        @Nullable ServerUse server,
        List<OutcomeCount> outcomes,
        Map<String, PhaseFigures> streams) {
    /** Of operations that all ended ok. */
    public PhaseFigures(
            long counted,
            double throughputPerS,
            List<OperationFigures> operations,
            PhaseBooks books,
            Map<String, Double> timingNs,
            List<Long> okBySecond,
            List<AnswerRow> answers,
            @Nullable ServerUse server) {
        this(
                counted,
                throughputPerS,
                operations,
                books,
                timingNs,
                okBySecond,
                answers,
                server,
                List.of(new OutcomeCount("ok", counted, "")));
    }

    /** Of a phase that offers one load. */
    public PhaseFigures(
            long counted,
            double throughputPerS,
            List<OperationFigures> operations,
            PhaseBooks books,
            Map<String, Double> timingNs,
            List<Long> okBySecond,
            List<AnswerRow> answers,
            @Nullable ServerUse server,
            List<OutcomeCount> outcomes) {
        this(counted, throughputPerS, operations, books, timingNs, okBySecond, answers, server, outcomes, Map.of());
    }

    /** Without books: of a store that keeps none. */
    public PhaseFigures(long counted, double throughputPerS, List<OperationFigures> operations) {
        this(counted, throughputPerS, operations, PhaseBooks.NONE, Map.of(), List.of(), List.of(), null);
    }

    /** The same with what the server used. */
    public PhaseFigures with(@Nullable ServerUse use) {
        return new PhaseFigures(
                counted, throughputPerS, operations, books, timingNs, okBySecond, answers, use, outcomes, streams);
    }

    /** The same of a phase with these streams. */
    public PhaseFigures with(Map<String, PhaseFigures> ofStreams) {
        return new PhaseFigures(
                counted, throughputPerS, operations, books, timingNs, okBySecond, answers, server, outcomes, ofStreams);
    }

    /** Of one of its loads; "" for the only one. What the server used is the same for all of them. */
    public PhaseFigures of(String stream) {
        if (stream.isEmpty()) {
            return this;
        }
        PhaseFigures own = streams.get(stream);
        return own == null ? new PhaseFigures(0, 0, List.of()) : own.with(server);
    }

    /** Operations that the target answered, rightly or not. */
    public long completed() {
        return outcomes.stream()
                .filter(OutcomeCount::answered)
                .mapToLong(OutcomeCount::count)
                .sum();
    }

    /** The part of one timing that another one takes; 0 where there is nothing to take a part of. */
    public double share(String part, String whole) {
        double all = timingNs.getOrDefault(whole, 0.0);
        return all <= 0 ? 0 : timingNs.getOrDefault(part, 0.0) / all;
    }

    /** Operations in service on average over so many seconds, by Little's law. */
    public double underWay(double seconds) {
        return seconds <= 0 ? 0 : timingNs.getOrDefault("service", 0.0) / (seconds * 1e9);
    }

    /** All service time of outcome ok, summed up. */
    double serviceNs() {
        return service().mapToDouble(row -> row.meanNs() * row.samples()).sum();
    }

    /** Of outcome ok; 0 if there was none. */
    public double meanServiceNs() {
        return service()
                .mapToDouble(row -> row.samples() == 0 ? 0 : row.meanNs())
                .sum();
    }

    /** The longest that an operation took; what failed may have taken as long as it was waited for. */
    public long longestNs(long drainNs) {
        return service()
                .mapToLong(row -> row.errors() > 0 ? Math.max(drainNs, row.maxNs()) : row.maxNs())
                .sum();
    }

    /** One row at most: all operations together. */
    private Stream<OperationFigures> service() {
        return operations.stream()
                .filter(row -> row.operation().isEmpty() && row.timing().equals("service"));
    }

    /**
     * How many operations ended with one outcome.
     *
     * @param firstMessage of an error class, the first that came with it; "" for none
     */
    public record OutcomeCount(String outcome, long count, String firstMessage) {
        private static final String WRONG_ANSWER = "wrongAnswer";

        /** Whether the target answered the operation: a wrong answer is one, and judged elsewhere. */
        public boolean answered() {
            return !OutcomeCounts.isError(outcome) || outcome.equals(WRONG_ANSWER);
        }
    }

    /**
     * One operation and timing ("service" or "response"); latencies are of outcome ok, in nanoseconds.
     *
     * @param counts samples by outcome
     */
    public record OperationFigures(
            String operation,
            String timing,
            OutcomeCounts counts,
            double throughputPerS,
            double meanNs,
            long minNs,
            long maxNs,
            Percentiles percentiles) {
        /**
         * Without names of outcomes.
         *
         * @param all samples of all outcomes: what is neither ok nor an error is absent
         */
        public OperationFigures(
                String operation,
                String timing,
                long samples,
                long errors,
                long all,
                double throughputPerS,
                double meanNs,
                long minNs,
                long maxNs,
                Percentiles percentiles) {
            this(
                    operation,
                    timing,
                    new OutcomeCounts(samples, errors, Math.max(0, all - samples - errors), 0, 0, 0),
                    throughputPerS,
                    meanNs,
                    minNs,
                    maxNs,
                    percentiles);
        }

        /** The same under another name. */
        public OperationFigures named(String name) {
            return new OperationFigures(name, timing, counts, throughputPerS, meanNs, minNs, maxNs, percentiles);
        }

        /** Outcome ok. */
        public long samples() {
            return counts.ok();
        }

        /** As {@link OutcomeCounts} has them. */
        public long errors() {
            return counts.errors();
        }

        /** Of all outcomes. */
        public long all() {
            return counts.operations();
        }

        /** The same with other percentiles. */
        public OperationFigures with(Percentiles others) {
            return new OperationFigures(operation, timing, counts, throughputPerS, meanNs, minNs, maxNs, others);
        }
    }

    /** The value of a percentile, or -1 where there are too few samples (docs/semantics.md rule 12). */
    public interface Percentiles {
        long at(double percentile);
    }
}
