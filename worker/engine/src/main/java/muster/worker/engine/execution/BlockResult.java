package muster.worker.engine.execution;

import java.util.Arrays;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.answers.AnswerSink;
import muster.workloads.target.Outcome;
import muster.workloads.target.Probe;
import muster.workloads.target.ServerStage;
import muster.workloads.target.Stage;
import org.jspecify.annotations.Nullable;

/** What the session says of one block. Outcomes and elements are those of the last attempt; times and bytes add up. */
public final class BlockResult implements Probe {
    private final PhaseClock clock;
    private final Outcome[] outcomes;
    private final long[] elements;
    private final @Nullable AnswerComparison comparison;
    private final boolean traced;
    private final long[] stagesNs = new long[Timings.COUNT];
    private long stages;
    private boolean counted;
    private long startNs;
    private long markNs;
    private long content;
    private long bytesSent;
    private long bytesReceived;
    private long @Nullable [] feed;
    private @Nullable StepRows rows;

    /** @param traced whether stages are recorded; otherwise no clock is read for them */
    BlockResult(PhaseClock clock, int actions, @Nullable AnswerComparison comparison, boolean traced) {
        this.traced = traced;
        this.clock = clock;
        this.comparison = comparison;
        this.outcomes = new Outcome[actions];
        this.elements = new long[actions];
        Arrays.fill(outcomes, Outcome.OK);
    }

    /** A block starts now. */
    void clear(long nowNs) {
        startNs = markNs = nowNs;
        content = 0;
        bytesSent = bytesReceived = 0;
        feed = null;
        if (stages != 0) {
            for (long left = stages; left != 0; left &= left - 1) {
                stagesNs[Long.numberOfTrailingZeros(left)] = 0;
            }
            stages = 0;
        }
    }

    /** The first stage of the next attempt begins now. */
    void mark(long nowNs) {
        markNs = nowNs;
    }

    /**
     * Every operation of the block has this outcome, until it says otherwise. Most have it already, and comparing is
     * cheaper than storing: the collector's barrier for a reference costs as much as a compare-and-set.
     */
    void fill(Outcome outcome, int size) {
        content = 0;
        counted = false;
        for (int at = 0; at < size; at++) {
            if (outcomes[at] != outcome) {
                outcomes[at] = outcome;
            }
            elements[at] = 0;
        }
    }

    @Override
    public void stage(Stage stage) {
        if (traced) {
            stage(stage, System.nanoTime());
        }
    }

    @Override
    public void stage(Stage stage, long endNs) {
        long atNs = clock.at(endNs);
        add(stage, atNs - markNs);
        markNs = atNs;
    }

    @Override
    public void reached(Stage stage) {
        if (traced) {
            reached(stage, System.nanoTime());
        }
    }

    @Override
    public void reached(Stage stage, long endNs) {
        add(stage, clock.at(endNs) - startNs);
    }

    @Override
    public void reported(ServerStage stage, long durationNs) {
        add(Timings.of(stage), durationNs);
    }

    void add(Stage stage, long durationNs) {
        add(Timings.of(stage), durationNs);
    }

    private void add(int timing, long durationNs) {
        if (traced) {
            stages |= 1L << timing;
            stagesNs[timing] += durationNs;
        }
    }

    @Override
    public void outcome(int position, Outcome outcome) {
        outcomes[position] = outcome;
    }

    @Override
    public void elements(int position, long count) {
        elements[position] = count;
        counted = true;
    }

    @Override
    public void bytes(long sent, long received) {
        bytesSent += sent;
        bytesReceived += received;
    }

    @Override
    public void content(long checksum) {
        content += checksum;
    }

    public long content() {
        return content;
    }

    @Override
    public void feed(int position, long[] posts) {
        feed = posts;
    }

    @Override
    public AnswerSink answer(int position) {
        StepRows kept = rows;
        if (kept != null) {
            kept.begin();
            return kept;
        }
        return comparison == null ? AnswerSink.NONE : comparison.sink(position);
    }

    /** Where rows go in place of a comparison; null for nowhere. */
    void rows(@Nullable StepRows kept) {
        rows = kept;
    }

    /** Adds the stages and bytes of a part. */
    void add(BlockResult part) {
        for (long left = part.stages; left != 0; left &= left - 1) {
            int timing = Long.numberOfTrailingZeros(left);
            stagesNs[timing] += part.stagesNs[timing];
        }
        stages |= part.stages;
        bytes(part.bytesSent, part.bytesReceived);
        content += part.content;
    }

    /** The posts of the last feed; null if there was none. */
    public long @Nullable [] sampledFeed() {
        return feed;
    }

    Outcome outcome(int position) {
        return outcomes[position];
    }

    /** Whether the last attempt told how many elements there were, as none does that only parses. */
    boolean counted() {
        return counted;
    }

    public long elements(int position) {
        return elements[position];
    }

    /** A bit for the number in {@link Timings} of each stage that was met. */
    public long stages() {
        return stages;
    }

    public long stageNs(int timing) {
        return stagesNs[timing];
    }

    public long bytesSent() {
        return bytesSent;
    }

    public long bytesReceived() {
        return bytesReceived;
    }
}
