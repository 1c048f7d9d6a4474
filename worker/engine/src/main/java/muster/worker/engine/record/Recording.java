package muster.worker.engine.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import muster.model.IntervalFigures;
import muster.model.IntervalFigures.Slow;
import muster.model.IntervalFigures.Window;
import muster.model.SampledOperations;
import muster.model.Series;
import muster.worker.engine.execution.BlockResult;
import muster.worker.engine.execution.Execution;
import muster.worker.engine.execution.StepSample;
import muster.worker.engine.execution.Timings;
import muster.worker.engine.record.Interval.Effort;
import muster.workloads.operation.OperationKind;
import muster.workloads.operation.OperationSampling;
import muster.workloads.target.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What one shard recorded in one interval: histograms, counters and covered positions together, so that they are
 * swapped together. Not safe for threads: its shard's lock guards it.
 */
final class Recording {
    private final @Nullable OperationStats[] cells = new OperationStats[OperationKind.CODES * Outcome.MAX];
    private final List<OperationStats> used = new ArrayList<>();
    private final CoverageRecorder coverage = new CoverageRecorder();
    private final NonOkPositions exceptions = new NonOkPositions();
    private final FeedSamples feeds = new FeedSamples();
    private final AnswerCounts answers = new AnswerCounts();
    private final SlowestOperations slowest = new SlowestOperations();
    private final @Nullable OperationSamples singles;
    private long startNs;
    private long endNs;
    private long lastCompletionNs;
    private long lastAnswerNs;
    private long digest;
    private long content;
    /** Time of clients within operations in which they asked nothing. */
    private long betweenNs;

    /** @param sampling which operations are recorded singly */
    Recording(OperationSampling sampling) {
        singles = sampling.any() ? new OperationSamples(sampling) : null;
    }

    /** Empties it and gives it to another interval. */
    Recording open(long fromNs, long toNs) {
        used.forEach(OperationStats::reset);
        coverage.clear();
        exceptions.clear();
        feeds.clear();
        answers.clear();
        slowest.clear();
        if (singles != null) {
            singles.clear();
        }
        lastCompletionNs = 0;
        lastAnswerNs = 0;
        digest = 0;
        content = 0;
        betweenNs = 0;
        startNs = fromNs;
        endNs = toNs;
        return this;
    }

    boolean holds(long atNs) {
        return atNs >= startNs && atNs < endNs;
    }

    long startNs() {
        return startNs;
    }

    long endNs() {
        return endNs;
    }

    /** One executed block: its actions, its transaction if there are several to one, and what it covers. */
    void add(Execution done) {
        if (done.grouped()) {
            addActions(done);
        }
        addWhole(done);
        addSteps(done);
        coverage.add(done.lease(), done.position(), done.size());
        exceptions.add(done);
        feeds.add(done);
        answers.add(done);
        digest += done.digest();
        content += done.answers().content();
        lastCompletionNs = Math.max(lastCompletionNs, done.endNs());
        if (done.targetAnswered()) {
            lastAnswerNs = Math.max(lastAnswerNs, done.endNs());
        }
        if (slowest.admits(done.responseNs())) {
            slowest.add(slow(done));
        }
        if (singles != null) {
            singles.add(done);
        }
    }

    private void addActions(Execution done) {
        for (int i = 0; i < done.size(); i++) {
            OperationStats cell = cell(done.kind(i), done.outcome(i));
            cell.record(Timings.SERVICE, done.serviceNs());
            cell.record(Timings.RESPONSE, done.responseNs());
            cell.addElements(done.answers().elements(i));
            if (done.outcome(i).error()) {
                cell.message(done.message());
            }
        }
    }

    private void addWhole(Execution done) {
        OperationStats cell = cell(done.wholeKind(), done.wholeOutcome());
        cell.record(Timings.SERVICE, done.serviceNs());
        cell.record(Timings.RESPONSE, done.responseNs());
        cell.addElements(done.grouped() ? 0 : done.answers().elements(0));
        cell.addBytes(done.answers().bytesSent(), done.answers().bytesReceived());
        if (!done.plain()) {
            addRest(done, cell);
        }
    }

    /** Parts of a journey; its bytes, stages and retries are those of the whole. */
    private void addSteps(Execution done) {
        betweenNs += done.betweenNs();
        List<StepSample> steps = done.steps();
        // Nearly always: an iterator costs the bare loop a few nanoseconds.
        if (steps.isEmpty()) {
            return;
        }
        for (StepSample step : steps) {
            OperationStats cell = cell(step.kind(), step.outcome());
            cell.record(Timings.SERVICE, step.serviceNs());
            cell.record(Timings.RESPONSE, step.responseNs());
            cell.addElements(step.elements());
            cell.message(step.message());
        }
    }

    /** Stages, message and retries: most operations of a fast target have none. */
    private void addRest(Execution done, OperationStats cell) {
        BlockResult answers = done.answers();
        for (long stages = answers.stages(); stages != 0; stages &= stages - 1) {
            int timing = Long.numberOfTrailingZeros(stages);
            cell.record(timing, answers.stageNs(timing));
        }
        cell.message(done.message());
        for (Outcome failure : done.retried()) {
            cell(done.wholeKind(), failure).addRetry();
        }
    }

    private static Slow slow(Execution done) {
        return new Slow(
                done.wholeKind().label(),
                done.firstIndex(),
                done.endNs(),
                done.serviceNs(),
                done.responseNs(),
                done.wholeOutcome().name());
    }

    private OperationStats cell(OperationKind kind, Outcome outcome) {
        int at = kind.code() * Outcome.MAX + outcome.ordinal();
        OperationStats cell = cells[at];
        return cell != null ? cell : newCell(at, kind, outcome);
    }

    private OperationStats newCell(int at, OperationKind kind, Outcome outcome) {
        OperationStats cell = new OperationStats(kind, outcome);
        cells[at] = cell;
        used.add(cell);
        return cell;
    }

    /** Adds all of another recording of the same interval. */
    void addAll(Recording other) {
        other.used.forEach(cell -> cell(cell.kind(), cell.outcome()).add(cell));
        coverage.addAll(other.coverage);
        exceptions.addAll(other.exceptions);
        feeds.addAll(other.feeds);
        answers.addAll(other.answers);
        slowest.addAll(other.slowest);
        if (singles != null && other.singles != null) {
            singles.addAll(other.singles);
        }
        digest += other.digest;
        content += other.content;
        betweenNs += other.betweenNs;
        lastCompletionNs = Math.max(lastCompletionNs, other.lastCompletionNs);
        lastAnswerNs = Math.max(lastAnswerNs, other.lastAnswerNs);
    }

    /** The interval. Throws if its sums disagree. */
    Interval interval() {
        requireOneSampleEach();
        long fromNs = System.nanoTime();
        IntervalFigures figures = figures();
        OperationStats[] service = service();
        long serviceNs =
                Arrays.stream(service).mapToLong(OperationStats::serviceNs).sum();
        long serviceSamples = Arrays.stream(service)
                .mapToLong(cell -> cell.samples(Timings.SERVICE))
                .sum();
        return new Interval(
                figures,
                coverage.covered(),
                exceptions.excepted(),
                feeds.samples(),
                answers.counts(),
                answers.wrong(),
                answers.seen(),
                new Effort(serviceNs + betweenNs, serviceSamples, System.nanoTime() - fromNs));
    }

    private void requireOneSampleEach() {
        long samples = used.stream()
                .filter(cell -> cell.kind().isCounted())
                .mapToLong(cell -> cell.samples(Timings.SERVICE))
                .sum();
        if (samples != coverage.positions()) {
            throw new IllegalStateException(samples + " samples for " + coverage.positions() + " covered positions");
        }
    }

    private IntervalFigures figures() {
        List<Series> series = new ArrayList<>();
        used.forEach(cell -> cell.series(series));
        return new IntervalFigures(
                new Window(startNs, endNs, lastCompletionNs, lastAnswerNs),
                series,
                digest,
                content,
                slowest.sorted(),
                singles == null ? SampledOperations.NONE : singles.samples());
    }

    /** Whose service times add up to that of clients: where there are transactions their actions share it. */
    private OperationStats[] service() {
        boolean transactions = used.stream()
                .anyMatch(cell -> cell.kind() == OperationKind.TRANSACTION && cell.samples(Timings.SERVICE) > 0);
        return used.stream()
                .filter(cell -> transactions
                        ? cell.kind() == OperationKind.TRANSACTION
                        : cell.kind().isCounted())
                .toArray(OperationStats[]::new);
    }
}
