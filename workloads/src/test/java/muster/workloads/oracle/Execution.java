package muster.workloads.oracle;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import muster.workloads.Workload.Operations;
import muster.workloads.graphity.GraphityModel;
import muster.workloads.operation.GraphityOperation;
import muster.workloads.operation.GraphityOperation.Feed;
import muster.workloads.oracle.KnownOutcomes.FeedSample;
import muster.workloads.target.Outcome;

/**
 * Executes the operations of one phase on a model as many clients would: out of order, some with an answer that is lost,
 * some a second time later on, and keeps only what coverage would tell.
 */
final class Execution {
    private static final int IN_FLIGHT = 50;

    private final GraphityModel model;
    private final Operations operations;
    private final Random random;
    private final double trouble;
    private final BitSet absent = new BitSet();
    private final BitSet duplicate = new BitSet();
    private final BitSet uncertain = new BitSet();
    private final BitSet again = new BitSet();
    private final List<FeedSample> feeds = new ArrayList<>();

    /** @param trouble the share of operations whose answer is lost, and that of those that are executed twice */
    public Execution(GraphityModel model, Operations operations, Random random, double trouble) {
        this.model = model;
        this.operations = operations;
        this.random = random;
        this.trouble = trouble;
    }

    public KnownOutcomes run(int count) {
        Deque<Integer> later = new ArrayDeque<>();
        for (int from = 0; from < count; from += IN_FLIGHT) {
            List<Integer> inFlight = new ArrayList<>(later);
            later.clear();
            for (int index = from; index < Math.min(count, from + IN_FLIGHT); index++) {
                inFlight.add(index);
            }
            Collections.shuffle(inFlight, random);
            for (int index : inFlight) {
                if (execute(index)) {
                    later.add(index);
                }
            }
        }
        later.forEach(this::execute);
        return new KnownOutcomes(
                Ranges.of(0, count), ranges(absent), ranges(duplicate), ranges(uncertain), ranges(again), feeds);
    }

    /** Whether it is to be executed again. */
    private boolean execute(int index) {
        GraphityOperation operation = (GraphityOperation) operations.at(index);
        if (random.nextDouble() < trouble && !again.get(index)) {
            return trouble(index, operation);
        }
        Outcome outcome = model.apply(operation);
        absent.set(index, outcome == Outcome.ABSENT);
        duplicate.set(index, outcome == Outcome.DUPLICATE);
        if (operation instanceof Feed(long reader, int k)) {
            feeds.add(new FeedSample(index, model.feed(reader, k)));
        }
        return false;
    }

    private boolean trouble(int index, GraphityOperation operation) {
        if (random.nextBoolean()) {
            model.apply(operation);
        }
        boolean second = random.nextBoolean();
        (second ? again : uncertain).set(index);
        return second;
    }

    private static Ranges ranges(BitSet indexes) {
        List<Long> runs = new ArrayList<>();
        int end = 0;
        for (int start = indexes.nextSetBit(0); start >= 0; start = indexes.nextSetBit(end)) {
            runs.add((long) start - end);
            end = indexes.nextClearBit(start);
            runs.add((long) end - start);
        }
        return Ranges.ofRuns(runs);
    }
}
