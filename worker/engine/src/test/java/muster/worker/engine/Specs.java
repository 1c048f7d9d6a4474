package muster.worker.engine;

import java.time.Duration;
import java.util.List;
import muster.worker.engine.client.EngineSpec;
import muster.workloads.ExpectedOthers;
import muster.workloads.FollowSpill;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.NoopOperation;
import muster.workloads.operation.Operation;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseKind;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.PhaseSpec.Rate;
import muster.workloads.plan.PhaseSpec.Think;
import muster.workloads.plan.rule.EarlyEnd;
import muster.workloads.plan.section.TraceSettings;
import muster.workloads.plan.turns.ArmTurns;
import muster.workloads.target.Depth;
import org.jspecify.annotations.Nullable;

/** Builds the spec of an engine: noop operations, unless a test says otherwise. */
public final class Specs {
    /** The coordinator's clock of the tests: steady, and some date. */
    static final long OFFSET_NS = 1_795_000_000_123_456_789L;

    private int clients = 1;
    private int leaseSize;
    private int actions = 1;
    private int retries;
    private Duration backoff = Duration.ofMillis(1);
    private @Nullable Rate rate;
    private Think think = Think.NONE;
    private long pacingNs;
    private long rampNs;
    private long drainNs = 5_000_000_000L;
    private long durationNs = 1;
    private @Nullable ArmTurns turns;
    private Operations operations = new Noops();

    public static Specs of(int clients) {
        Specs specs = new Specs();
        specs.clients = clients;
        return specs;
    }

    public static long nowNs() {
        return System.nanoTime() + OFFSET_NS;
    }

    public Specs leaseSize(int size) {
        leaseSize = size;
        return this;
    }

    Specs actions(int perTransaction) {
        actions = perTransaction;
        return this;
    }

    Specs retries(int limit, Duration first) {
        retries = limit;
        backoff = first;
        return this;
    }

    Specs rate(long arrivals, Duration period, boolean poisson) {
        rate = new Rate(arrivals, period.toNanos(), poisson);
        return this;
    }

    Specs think(Duration mean, boolean exponential) {
        think = new Think(mean.toNanos(), exponential);
        return this;
    }

    Specs pacing(Duration least) {
        pacingNs = least.toNanos();
        return this;
    }

    Specs ramp(Duration over) {
        rampNs = over.toNanos();
        return this;
    }

    Specs drain(Duration limit) {
        drainNs = limit.toNanos();
        return this;
    }

    /** It takes turns in a phase of this duration. */
    Specs turns(ArmTurns arm, Duration duration) {
        turns = arm;
        durationNs = duration.toNanos();
        return this;
    }

    Specs operations(Operations others) {
        operations = others;
        return this;
    }

    public EngineSpec build(FakeTarget target) {
        PhaseSpec spec = new PhaseSpec(
                "measure",
                PhaseKind.MEASURE,
                "",
                clients,
                0,
                durationNs,
                rate,
                clients,
                think,
                pacingNs,
                rampNs,
                drainNs,
                actions,
                EarlyEnd.NONE,
                null);
        PhaseKey key = new PhaseKey(42, 0, "", 0, 1);
        ExecutedPhase phase = new ExecutedPhase(
                "measure",
                spec,
                key,
                -1,
                Long.MAX_VALUE,
                actions,
                false,
                FollowSpill.NONE,
                ExpectedOthers.NONE,
                null,
                null,
                null,
                List.of(),
                turns);
        return new EngineSpec(
                phase,
                operations,
                target,
                Depth.EXECUTE,
                clients,
                leaseSize,
                OFFSET_NS,
                retries,
                backoff,
                null,
                TraceSettings.DEFAULT);
    }

    /** Endless noops. */
    public static final class Noops implements Operations {
        @Override
        public long count() {
            return Long.MAX_VALUE;
        }

        @Override
        public Operation at(long index) {
            return new NoopOperation(index, 0);
        }
    }

    /** Operations that cannot be built. */
    static final class Failing implements Operations {
        @Override
        public long count() {
            return Long.MAX_VALUE;
        }

        @Override
        public Operation at(long index) {
            throw new ArithmeticException("a bug");
        }
    }
}
