package muster.experiments.turns.ab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import muster.cli.arms.PlanDifferences;
import muster.cli.terminal.Output;
import muster.experiments.turns.ArmDoubts;
import muster.experiments.turns.ArmSpec;
import muster.experiments.turns.ArmVerdict;
import muster.experiments.turns.InterleavedComparison;
import muster.experiments.turns.Restart;
import muster.experiments.turns.RestartLoop;
import muster.model.OutcomeCounts;
import muster.statistics.Interval;
import muster.statistics.Percent;

/** Lets arms take turns until it is known which completes more, and says so. */
final class Ab {
    private final RestartLoop.Request request;
    private final Output output;
    private final RestartLoop loop;

    Ab(RestartLoop.Request request, Output output) {
        this.request = request;
        this.output = output;
        loop = new RestartLoop(request, output);
    }

    /**
     * What came of it.
     *
     * @param comparisons each arm but the first with the first
     * @param outcomes how the operations of each arm ended
     * @param processorTime what each comparison says by processor time an operation, a sentence a figure that is known
     * @param doubts in what the figures may mislead
     * @param valid whether no arm was limited by the generator
     * @param wrong whether an arm answered wrongly, as its database has not what it asks for
     * @param failed whether operations of an arm failed or were answered wrongly
     */
    record Answer(
            List<String> arms,
            List<InterleavedComparison> comparisons,
            Map<String, OutcomeCounts> outcomes,
            List<String> sentences,
            List<String> processorTime,
            List<String> doubts,
            boolean decided,
            boolean valid,
            boolean wrong,
            boolean failed,
            String verdict,
            int restarts,
            long elapsedNs,
            long seed,
            Path store) {}

    /** All restarts that were whole say something; none, nothing: no comparisons then. */
    Answer measure() {
        output.note(head());
        PlanDifferences.of(request.arms().stream().map(ArmSpec::read).toList())
                .forEach(line -> output.note("  " + line));
        List<Restart> restarts = loop.run(this::enough, this::told);
        return answer(restarts);
    }

    /** Throws if an arm ended before its time. */
    void requireWhole() {
        loop.requireWhole();
    }

    /** Of the comparison in the store. */
    long id() {
        return loop.id();
    }

    private String head() {
        return String.format(
                Locale.ROOT,
                "%s take turns until the difference is clear or known to %s, %d s at most; seed %d, results go to %s",
                String.join(", ", names()),
                Percent.of(request.precision()),
                request.maxTime().toSeconds(),
                request.seed(),
                request.store());
    }

    private List<String> names() {
        return request.arms().stream().map(ArmSpec::name).toList();
    }

    private boolean enough(List<Restart> restarts) {
        return !restarts.isEmpty()
                && comparisons(restarts).stream()
                        .allMatch(comparison -> comparison.precise(request.precision()) || comparison.clear());
    }

    private List<InterleavedComparison> comparisons(List<Restart> restarts) {
        return restarts.isEmpty() ? List.of() : RestartLoop.comparisons(request.arms(), restarts);
    }

    private String told(List<Restart> restarts) {
        List<String> parts = new ArrayList<>();
        for (InterleavedComparison comparison : comparisons(restarts)) {
            Interval ratio = comparison.ratio("throughput");
            String interval =
                    ratio.bounded() ? String.format(Locale.ROOT, " (%.3f to %.3f)", ratio.low(), ratio.high()) : "";
            parts.add(String.format(
                    Locale.ROOT, "%s / %s %.3f%s", comparison.arm(), comparison.base(), ratio.estimate(), interval));
        }
        return String.join("; ", parts);
    }

    private Answer answer(List<Restart> restarts) {
        List<InterleavedComparison> comparisons = comparisons(restarts);
        List<ArmVerdict> verdicts = comparisons.stream()
                .map(comparison -> ArmVerdict.of(comparison, request.precision()))
                .toList();
        List<String> saturated = ArmDoubts.saturated(request.arms(), restarts);
        List<String> errors = ArmDoubts.errors(request.arms(), restarts);
        List<String> wrong = ArmDoubts.wrong(request.arms(), restarts);
        List<String> sentences =
                new ArrayList<>(verdicts.stream().map(ArmVerdict::text).toList());
        if (!saturated.isEmpty()) {
            sentences.replaceAll(sentence -> "INVALID: the generator may be the limit; " + sentence);
        }
        if (!errors.isEmpty()) {
            sentences.replaceAll(sentence -> "FAILED: not all operations were ok; " + sentence);
        }
        if (!wrong.isEmpty()) {
            sentences.replaceAll(sentence -> "WRONG ANSWERS: " + String.join("; ", wrong) + "; " + sentence);
        }
        if (!loop.failed().isEmpty()) {
            sentences.replaceAll(sentence -> "FAILED: " + loop.failed() + ": " + sentence);
        }
        List<String> doubts = new ArrayList<>(saturated);
        doubts.addAll(errors);
        doubts.addAll(ArmDoubts.others(request.arms(), restarts));
        doubts.addAll(ArmDoubts.cold(comparisons, request.precision()));
        boolean decided = errors.isEmpty()
                && wrong.isEmpty()
                && loop.failed().isEmpty()
                && !verdicts.isEmpty()
                && verdicts.stream().allMatch(ArmVerdict::decided);
        String verdict = String.join("; ", sentences);
        if (!restarts.isEmpty()) {
            loop.end(verdict, decided);
        }
        return new Answer(
                names(),
                comparisons,
                outcomes(restarts),
                sentences,
                comparisons.stream()
                        .flatMap(comparison -> ArmVerdict.byProcessorTime(comparison, request.precision()).stream())
                        .toList(),
                doubts,
                decided,
                saturated.isEmpty(),
                !wrong.isEmpty(),
                !errors.isEmpty(),
                verdict,
                restarts.size(),
                loop.elapsedNs(),
                request.seed(),
                request.store());
    }

    private Map<String, OutcomeCounts> outcomes(List<Restart> restarts) {
        Map<String, OutcomeCounts> outcomes = new LinkedHashMap<>();
        names().forEach(arm -> outcomes.put(arm, Restart.counts(restarts, arm)));
        return outcomes;
    }

    /** Ends what runs with what it measured. Any thread. */
    void cancel() {
        loop.cancel();
    }

    boolean cancelled() {
        return loop.cancelled();
    }
}
