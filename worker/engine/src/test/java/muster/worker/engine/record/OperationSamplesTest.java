package muster.worker.engine.record;

import static muster.worker.engine.time.PhaseClock.SECOND_NS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import muster.model.SampledOperations;
import muster.model.SampledOperations.Sample;
import muster.model.SampledOperations.StageTime;
import muster.worker.engine.Specs;
import muster.worker.engine.execution.Execution;
import muster.worker.engine.execution.Retries;
import muster.worker.engine.lease.ClientSlot;
import muster.worker.engine.lease.LeaseGrant;
import muster.worker.engine.lease.UnstartedRange;
import muster.worker.engine.time.PhaseClock;
import muster.workloads.operation.OperationSampling;
import muster.workloads.operation.PhaseKey;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.Test;

class OperationSamplesTest {
    private static final PhaseKey KEY = new PhaseKey(42, 1, "", 0, 1);

    private final PhaseClock clock = new PhaseClock(0);

    /** A session whose operations have two stages, by the clock and by their own account. */
    private static final Session SESSION = new Session() {
        @Override
        public void execute(Transaction transaction, Probe probe) {
            probe.stage(Stage.SEND);
            probe.reached(Stage.FIRST_ROW);
        }

        @Override
        public void close() {}
    };

    private Execution executed(long index, boolean traced) {
        Execution execution = new Execution(1, clock, new Retries(0, 0, 0), null, traced);
        execution.prepare(new LeaseGrant(1, 0, 1L << 40, 1, 0), index, new Specs.Noops());
        long nowNs = clock.nowNs();
        execution.start(nowNs, nowNs, traced ? 0 : 7);
        execution.run(SESSION);
        return execution;
    }

    /** An interval for each second that they took. */
    private List<Interval> recorded(OperationSampling sampling, long operations, int shards) {
        clock.bound(clock.nowNs(), clock.nowNs() + 3_600 * SECOND_NS, clock.nowNs());
        Shards all = new Shards(clock, 2, sampling);
        for (long index = 0; index < operations; index++) {
            all.record(executed(index, true), running(), (int) (index % shards));
        }
        return all.collect(Long.MAX_VALUE);
    }

    private static ClientSlot running() {
        ClientSlot slot = new ClientSlot();
        slot.fill();
        slot.filled(new UnstartedRange(new LeaseGrant(0, 0, 1, 1, 0), 0, 1, 0));
        slot.take(slot.peek());
        return slot;
    }

    @Test
    void a_sample_has_the_times_of_its_operation_and_of_each_stage() {
        SampledOperations samples = recorded(OperationSampling.oneOf(KEY, 1), 1, 1)
                .getFirst()
                .figures()
                .sampled();
        assertThat(samples.every()).isEqualTo(1);
        Sample sample = samples.operations().getFirst();
        assertThat(sample.operation()).isEqualTo("noop");
        assertThat(sample.outcome()).isEqualTo("ok");
        assertThat(sample.stages()).extracting(StageTime::stage).containsExactlyInAnyOrder("send", "first_row");
        assertThat(sample.stages()).allSatisfy(stage -> assertThat(stage.ns()).isBetween(0L, sample.serviceNs()));
        assertThat(sample.responseNs()).isGreaterThanOrEqualTo(sample.serviceNs());
    }

    @Test
    void too_many_are_thinned_evenly_to_a_bound_whatever_shards_they_were_in() {
        OperationSampling all = OperationSampling.oneOf(KEY, 1);
        for (int shards : new int[] {1, 4}) {
            int kept = 0;
            for (Interval interval : recorded(all, 20_000, shards)) {
                SampledOperations samples = interval.figures().sampled();
                int halvings = Long.numberOfTrailingZeros(samples.every());
                List<Long> expected = interval.covered().stream()
                        .flatMap(covering -> positions(covering.runs()).boxed())
                        .filter(index -> all.takes(index, halvings))
                        .sorted()
                        .toList();
                List<Long> taken = samples.operations().stream()
                        .map(Sample::index)
                        .sorted()
                        .toList();
                assertThat(taken)
                        .hasSizeLessThanOrEqualTo(OperationSamples.MOST)
                        .isEqualTo(expected);
                kept += taken.size();
            }
            assertThat(kept).isGreaterThan(200);
        }
    }

    private static LongStream positions(long[] runs) {
        LongStream all = LongStream.empty();
        long at = 0;
        for (int i = 0; i < runs.length; i += 2) {
            at += runs[i];
            all = LongStream.concat(all, LongStream.range(at, at + runs[i + 1]));
            at += runs[i + 1];
        }
        return all;
    }

    @Test
    void without_sampling_no_operation_is_kept() {
        SampledOperations samples =
                recorded(OperationSampling.NONE, 100, 2).getFirst().figures().sampled();
        assertThat(samples.every()).isZero();
        assertThat(samples.operations()).isEmpty();
    }

    @Test
    void without_a_trace_a_block_has_no_stages_nor_that_of_its_lease() {
        assertThat(executed(0, true).plain()).isFalse();
        Execution untraced = executed(0, false);
        assertThat(untraced.plain()).isTrue();
        assertThat(untraced.answers().stages()).isZero();
    }
}
