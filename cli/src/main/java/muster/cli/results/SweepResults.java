package muster.cli.results;

import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import muster.coordinator.core.event.OutcomeMessages;
import muster.coordinator.server.RunResultExtension;
import muster.protocol.RunResult;
import muster.protocol.SweepResult;
import muster.protocol.SweepStepResult;
import muster.report.sweep.SweepAnswer;
import muster.report.sweep.SweepStep;
import muster.report.sweep.SweepStep.Trial;
import muster.statistics.Interval;
import muster.store.file.Store;

/** The answers of a sweep as messages: a part of each run's result. */
public final class SweepResults implements RunResultExtension {
    @Override
    public void addTo(RunResult.Builder result, Store store, long runId) {
        result.addAllSweeps(of(SweepAnswer.read(store::query, runId, null)));
    }

    public static List<SweepResult> of(List<SweepAnswer> answers) {
        return answers.stream().map(SweepResults::of).toList();
    }

    private static SweepResult of(SweepAnswer answer) {
        SweepResult.Builder sweep = SweepResult.newBuilder()
                .setPhase(answer.phase())
                .setGroup(answer.group())
                .setUnit(answer.unit())
                .addAllKeys(answer.keys())
                .setColdTrials(answer.coldTrials())
                .addSentences(answer.sentence());
        answer.steps().forEach(step -> sweep.addSteps(step(answer, step)));
        sweep.addAllSentences(answer.details());
        return sweep.build();
    }

    private static SweepStepResult step(SweepAnswer answer, SweepStep step) {
        Map<String, String> values = step.values();
        SweepStepResult.Builder result = SweepStepResult.newBuilder()
                .setStep(step.step())
                .addAllValues(answer.keys().stream()
                        .map(key -> values.getOrDefault(key, "-"))
                        .toList())
                .setTrials(step.trials().size())
                .setErrorPercent(step.errorPercent())
                .setCounts(OutcomeMessages.of(step.counts()))
                .setRemark(answer.remark(step))
                .setBest(answer.isBest(step))
                .setLimitedBy(step.limitedBy());
        Interval interval = step.interval(Trial::perS);
        ifKnown(step.median(Trial::perS), result::setPerS);
        ifKnown(interval.low(), result::setLow);
        ifKnown(interval.high(), result::setHigh);
        ifKnown(step.median(Trial::p50Ns), result::setP50Ns);
        ifKnown(step.median(Trial::p99Ns), result::setP99Ns);
        return result.build();
    }

    private static void ifKnown(double value, DoubleConsumer set) {
        if (Double.isFinite(value)) {
            set.accept(value);
        }
    }
}
