package muster.coordinator.core.run;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleConsumer;
import muster.coordinator.core.event.OutcomeMessages;
import muster.coordinator.core.event.PhaseBooks;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OperationFigures;
import muster.coordinator.core.phase.PhaseExecution;
import muster.model.OutcomeCounts;
import muster.protocol.CoverageTotal;
import muster.protocol.ErrorClassResult;
import muster.protocol.OperationResult;
import muster.protocol.RunResult;
import muster.workloads.plan.PhaseKind;

/**
 * What the coordinator knows of a run by itself: what is printed if the store cannot write any more. Closed phases have their
 * latencies, of an open one operations are counted only.
 */
final class UnstoredResult {
    private final RunResult.Builder result = RunResult.newBuilder();
    private final CoverageTotal.Builder coverage = CoverageTotal.newBuilder();
    private final Map<String, Long> errors = new TreeMap<>();
    private OutcomeCounts total = OutcomeCounts.NONE;

    void closed(PhaseExecution phase, PhaseFigures figures) {
        PhaseBooks books = figures.books();
        cover(books.planned(), books.covered());
        workers(phase);
        if (isMeasured(phase)) {
            figures.operations().stream()
                    .filter(row ->
                            row.timing().equals("response") && !row.operation().isEmpty())
                    .filter(row -> !phase.isTotal(row.operation()))
                    .forEach(row -> operation(phase, row));
            errors(phase);
        }
    }

    private static boolean isMeasured(PhaseExecution phase) {
        return phase.phase.spec().kind() == PhaseKind.MEASURE;
    }

    private void operation(PhaseExecution phase, OperationFigures row) {
        OperationResult.Builder operation = row(phase, row.operation(), row.counts());
        operation.setOkPerS(row.throughputPerS());
        ifKnown(row, 50, operation::setP50Ns);
        ifKnown(row, 99, operation::setP99Ns);
        ifKnown(row, 99.9, operation::setP999Ns);
        operation.setMaxNs((double) row.maxNs());
        add(operation, row.counts());
    }

    private static void ifKnown(OperationFigures row, double percentile, DoubleConsumer set) {
        long ns = row.percentiles().at(percentile);
        if (ns >= 0) {
            set.accept((double) ns);
        }
    }

    private static OperationResult.Builder row(PhaseExecution phase, String operation, OutcomeCounts counts) {
        return OperationResult.newBuilder()
                .setOk(counts.ok())
                .setErrors(counts.errors())
                .setCounts(OutcomeMessages.of(counts))
                .setStep(phase.at.step())
                .setTrial(phase.at.trial())
                .setPhase(phase.at.phase())
                .setOperation(operation);
    }

    private void add(OperationResult.Builder operation, OutcomeCounts counts) {
        result.addOperationResults(operation);
        total = total.plus(counts);
    }

    private void workers(PhaseExecution phase) {
        result.setWorkers(Math.max(result.getWorkers(), phase.members.everyone().size()));
    }

    private void cover(long planned, long covered) {
        coverage.setPlanned(coverage.getPlanned() + planned)
                .setCovered(coverage.getCovered() + covered)
                .setMissing(coverage.getMissing() + Math.max(0, planned - covered))
                .setCounted(coverage.getCounted() + covered);
    }

    private void errors(PhaseExecution phase) {
        phase.acceptor.counts().errors().forEach((outcome, count) -> errors.merge(outcome, count, Long::sum));
    }

    /** The phase that the store could not close. */
    void open(PhaseExecution phase) {
        cover(Math.max(phase.phase.planned(), phase.streams.covered()), phase.streams.covered());
        workers(phase);
        if (isMeasured(phase)) {
            phase.acceptor
                    .counts()
                    .byOperation()
                    .forEach((operation, counts) -> add(row(phase, operation, counts), counts));
            errors(phase);
        }
    }

    RunResult of(String name, String mode, String validity, String thresholds) {
        errors.forEach((outcome, count) -> result.addErrorClasses(
                ErrorClassResult.newBuilder().setName(outcome).setCount(count)));
        return result.setName(name)
                .setOperations(total.operations())
                .setErrors(total.errors())
                .setCounts(OutcomeMessages.of(total))
                .setMode(mode)
                .setCoverage(coverage)
                .setValidity(validity)
                .setThresholds(thresholds)
                .build();
    }
}
