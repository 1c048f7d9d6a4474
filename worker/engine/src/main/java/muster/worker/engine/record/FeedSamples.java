package muster.worker.engine.record;

import java.util.ArrayList;
import java.util.List;
import muster.worker.engine.execution.Execution;
import muster.worker.engine.record.Interval.FeedSample;
import muster.workloads.target.Outcome;

/** The first few feeds of an interval, as they came, for the oracle to look at after the phase. */
final class FeedSamples {
    private static final int MAX = 4;

    private final List<FeedSample> samples = new ArrayList<>(MAX);

    void add(Execution done) {
        long[] posts = done.answers().sampledFeed();
        if (posts != null && samples.size() < MAX && done.size() == 1 && done.outcome(0) == Outcome.OK) {
            samples.add(new FeedSample(done.firstIndex(), posts));
        }
    }

    void addAll(FeedSamples other) {
        other.samples.stream().limit(MAX - samples.size()).forEach(samples::add);
    }

    void clear() {
        samples.clear();
    }

    List<FeedSample> samples() {
        return List.copyOf(samples);
    }
}
