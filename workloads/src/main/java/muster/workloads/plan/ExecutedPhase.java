package muster.workloads.plan;

import java.util.List;
import java.util.function.LongUnaryOperator;
import muster.workloads.ExpectedOthers;
import muster.workloads.FollowSpill;
import muster.workloads.Workload;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.language.PlanException;
import muster.workloads.plan.profile.LoadProfile;
import muster.workloads.plan.profile.ProfileLine;
import muster.workloads.plan.turns.ArmTurns;
import org.jspecify.annotations.Nullable;

/**
 * One phase as it is executed: an entry of "phases", or one part of a load. Where a phase offers several loads at the same time,
 * each is one of its streams, with operations and indexes of its own.
 *
 * @param name what the store calls it: "measure", or "load-vertices" for a part of a load
 * @param key which operations it asks for
 * @param planned how many indexes, or -1 for a phase that is bound by its duration
 * @param limit how many indexes there are at most; {@link Long#MAX_VALUE} if they never end
 * @param actionsPerTransaction indexes that commit together
 * @param indexAfter whether indexes are to be awaited once it is covered
 * @param spill how much of it follows uniformly drawn users
 * @param expected how much of it is answered with absent or duplicate by a right database
 * @param startNs recorded times of the open model ({@link muster.workloads.Workload.Operations#startNs}); null without them
 * @param own what its operations are of, where that is not the workload of the plan
 * @param namespace of the data that it loads or uses; null in a plan that has only one
 * @param streams the loads that it offers at the same time, or in turns; empty where it offers one by itself
 * @param turns of one of the streams when it may start operations; null for always
 */
public record ExecutedPhase(
        String name,
        PhaseSpec spec,
        PhaseKey key,
        long planned,
        long limit,
        int actionsPerTransaction,
        boolean indexAfter,
        FollowSpill spill,
        ExpectedOthers expected,
        @Nullable LongUnaryOperator startNs,
        @Nullable Workload own,
        @Nullable Namespace namespace,
        List<ExecutedPhase> streams,
        @Nullable ArmTurns turns) {

    /** One load of the plan's workload. */
    public ExecutedPhase(
            String name,
            PhaseSpec spec,
            PhaseKey key,
            long planned,
            long limit,
            int actionsPerTransaction,
            boolean indexAfter,
            FollowSpill spill,
            ExpectedOthers expected,
            @Nullable LongUnaryOperator startNs) {
        this(
                name,
                spec,
                key,
                planned,
                limit,
                actionsPerTransaction,
                indexAfter,
                spill,
                expected,
                startNs,
                null,
                null,
                List.of(),
                null);
    }

    /** A phase that follows nobody, or a part of a load. */
    public ExecutedPhase(
            String name, PhaseSpec spec, PhaseKey key, long planned, int actionsPerTransaction, boolean indexAfter) {
        this(
                name,
                spec,
                key,
                planned,
                planned < 0 ? Long.MAX_VALUE : planned,
                actionsPerTransaction,
                indexAfter,
                FollowSpill.NONE,
                ExpectedOthers.NONE,
                null);
    }

    /** A phase that offers several loads at the same time; it has as many indexes as these. */
    public ExecutedPhase(String name, PhaseSpec spec, PhaseKey key, List<ExecutedPhase> streams) {
        this(
                name,
                spec,
                key,
                -1,
                streams.stream().anyMatch(stream -> stream.limit() == Long.MAX_VALUE)
                        ? Long.MAX_VALUE
                        : streams.stream().mapToLong(ExecutedPhase::limit).sum(),
                1,
                false,
                FollowSpill.NONE,
                ExpectedOthers.NONE,
                null,
                null,
                null,
                streams,
                null);
    }

    /** Its streams, or itself where it offers one load: the position of each is its number. */
    public List<ExecutedPhase> loads() {
        return streams.isEmpty() ? List.of(this) : streams;
    }

    /** The operations of one load, by their position in it. */
    public Operations operations(Workload ofPlan) {
        if (!streams.isEmpty()) {
            throw new IllegalStateException(
                    name + " has " + streams.size() + " streams, each with operations of its own");
        }
        return (own == null ? ofPlan : own).operations(key);
    }

    /** The workload whose settings a target is opened with for it: that of the plan, unless it has data of its own. */
    public Section workloadOf(Plan plan) {
        return namespace == null ? plan.workload() : namespace.workload();
    }

    /** The same with data of a namespace, and a workload for these; null for the plan's. */
    ExecutedPhase in(Namespace space, @Nullable Workload workload) {
        return new ExecutedPhase(
                name,
                spec,
                key,
                planned,
                limit,
                actionsPerTransaction,
                indexAfter,
                spill,
                expected,
                startNs,
                workload,
                space,
                streams,
                turns);
    }

    /** Whether a phase that is bound by its duration may run out of operations before. */
    public boolean mayRunOut() {
        return planned < 0 && limit < Long.MAX_VALUE;
    }

    /** When operations of the open model are meant to start; null for the closed one. */
    public @Nullable ArrivalSchedule arrivals() {
        if (startNs != null) {
            return new ArrivalSchedule.Recorded(startNs, planned);
        }
        PhaseSpec.Rate rate = spec.rate();
        LoadProfile profile = spec.rateProfile();
        if (rate == null) {
            return null;
        }
        if (turns != null) {
            ProfileLine line = turns.line(rate.arrivals(), rate.periodNs(), spec.durationNs());
            return ArrivalSchedule.of(line, rate.poisson(), key.hash());
        }
        if (profile == null) {
            return ArrivalSchedule.of(rate, key.hash());
        }
        return ArrivalSchedule.of(profile.line(spec.durationNs()), rate.poisson(), key.hash());
    }

    /** How long it offers load in so long a time of its phase. */
    public long onNs(long phaseNs) {
        return turns == null ? phaseNs : turns.onNs(phaseNs);
    }

    /** How much of so long a time of its phase its throughput and latencies are of. */
    public long measuredNs(long phaseNs) {
        return turns == null ? phaseNs : turns.measuredNs(phaseNs);
    }

    /** The executed phases of a plan without a sweep and without files of streams, in order; the position is the ordinal. */
    public static List<ExecutedPhase> of(Plan plan, Workload workload) {
        return of(plan, workload, new StreamWorkloads(plan, workload, name -> {
            throw new PlanException(name + ": no file for a stream here");
        }));
    }

    /** The same with the files of streams. */
    static List<ExecutedPhase> of(Plan plan, Workload workload, StreamWorkloads streams) {
        return Schedule.of(plan, workload, streams);
    }
}
