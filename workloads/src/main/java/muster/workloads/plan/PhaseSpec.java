package muster.workloads.plan;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import muster.workloads.plan.Plan.Section;
import muster.workloads.plan.profile.LoadProfile;
import muster.workloads.plan.rule.EarlyEnd;
import muster.workloads.plan.section.CrashSpec;
import muster.workloads.plan.turns.TurnSpec;
import org.jspecify.annotations.Nullable;

/**
 * One entry of "phases". Exactly one bound holds: {@code durationNs > 0}, or {@code operations > 0}, or neither for a
 * phase that covers all operations that its workload has (a load part, a batch-insert part). It offers one load, or several
 * side by side: then each of these is described as a phase with that load alone would be, and bounded by the phase's duration.
 *
 * @param name unique in the plan; by default the kind, and kind-2, kind-3 for later ones
 * @param part of a load or batch-insert phase; "" for none
 * @param clients total of the cluster; of all streams together where there are some
 * @param operations of a verify phase: how many feeds are asked for
 * @param rate the open load model, or null for the closed one, and where there are streams
 * @param maxInFlight bounds the open model: operations that are executed at the same time, a total of the cluster
 * @param think pause between the end of an operation and the intended start of the next; closed model only
 * @param pacingNs least time between two starts of one client; 0 for none; closed model only
 * @param rampNs clients start spread over this time
 * @param drainNs operations in flight at the end may take this long before they are aborted
 * @param actionsPerTransaction 0 for the workload's own
 * @param earlyEnd what ends it before its bound is reached
 * @param crash what happens to the server meanwhile; null for nothing
 * @param continuesOnError of a load: whether the run continues with what it loaded where a part of it failed
 * @param profile how its rate, or in the closed model its clients, change with time; then {@code rate} is the mean over the duration, and
 *     {@code clients} of the closed model the most at a time. Null where they stay the same
 * @param streams that offer its load at the same time, or in turns; empty where it offers one load by itself
 * @param turns how its streams take turns, or its load with those of other runs; null where load is offered all the time
 */
public record PhaseSpec(
        String name,
        PhaseKind kind,
        String part,
        int clients,
        long operations,
        long durationNs,
        @Nullable Rate rate,
        int maxInFlight,
        Think think,
        long pacingNs,
        long rampNs,
        long drainNs,
        int actionsPerTransaction,
        EarlyEnd earlyEnd,
        @Nullable CrashSpec crash,
        boolean continuesOnError,
        @Nullable LoadProfile profile,
        List<Stream> streams,
        @Nullable TurnSpec turns) {
    /** The same of a phase that offers one load, and is no load phase, or one that must be whole. */
    public PhaseSpec(
            String name,
            PhaseKind kind,
            String part,
            int clients,
            long operations,
            long durationNs,
            @Nullable Rate rate,
            int maxInFlight,
            Think think,
            long pacingNs,
            long rampNs,
            long drainNs,
            int actionsPerTransaction,
            EarlyEnd earlyEnd,
            @Nullable CrashSpec crash) {
        this(
                name,
                kind,
                part,
                clients,
                operations,
                durationNs,
                rate,
                maxInFlight,
                think,
                pacingNs,
                rampNs,
                drainNs,
                actionsPerTransaction,
                earlyEnd,
                crash,
                false,
                null,
                List.of(),
                null);
    }

    /**
     * One of several loads that a phase offers at the same time.
     *
     * @param load with the stream's name, and with bound, drain and kind of the phase
     * @param operations parts by name of the workload's mix that it executes; empty for all of the workload
     * @param workload its own, in place of the plan's; null for that
     */
    public record Stream(
            PhaseSpec load,
            Map<String, Double> operations,
            @Nullable Section workload) {
        public String name() {
            return load.name();
        }
    }

    /** Whether it offers several loads, at the same time or in turns. */
    public boolean concurrent() {
        return !streams.isEmpty();
    }

    /** Whether its load, or that of a stream, changes with time. */
    public boolean isProfiled() {
        return profile != null
                || streams.stream().anyMatch(stream -> stream.load().isProfiled());
    }

    /** Whether its load is meant to change with time: by a profile, or as its streams take turns. */
    public boolean isChanging() {
        return isProfiled() || turns != null;
    }

    /** Arrivals in {@code periodNs} nanoseconds; a rational, so that t(i) is exact. */
    public record Rate(long arrivals, long periodNs, boolean poisson) {}

    /** Constant, or drawn from a table of the exponential distribution with this mean. */
    public record Think(long meanNs, boolean exponential) {
        public static final Think NONE = new Think(0, false);
    }

    /**
     * The same phase with recorded operations, which bound it: without think time, pacing and ramp.
     *
     * @param mean of the recorded times; null to go as fast as the clients can
     */
    PhaseSpec replayed(@Nullable Rate mean) {
        return new PhaseSpec(
                name,
                kind,
                part,
                clients,
                0,
                0,
                mean,
                mean == null ? 0 : clients,
                Think.NONE,
                0,
                0,
                drainNs,
                actionsPerTransaction,
                new EarlyEnd(null, earlyEnd.stopIf()),
                crash,
                continuesOnError,
                null,
                List.of(),
                null);
    }

    /** The same in turns with other runs. */
    PhaseSpec inTurns(TurnSpec with) {
        return new PhaseSpec(
                name,
                kind,
                part,
                clients,
                operations,
                durationNs,
                rate,
                maxInFlight,
                think,
                pacingNs,
                rampNs,
                drainNs,
                actionsPerTransaction,
                earlyEnd,
                crash,
                continuesOnError,
                profile,
                streams,
                with);
    }

    /** How the clients change with time; null where they do not. */
    public @Nullable LoadProfile clientsProfile() {
        return rate == null ? profile : null;
    }

    /** How the rate changes with time; null where it does not. */
    public @Nullable LoadProfile rateProfile() {
        return rate == null ? null : profile;
    }

    /** Clients that run at a time, or may be under way: of a profile of clients the mean over its duration. */
    public double meanClients() {
        if (concurrent()) {
            return streams.stream()
                    .mapToDouble(stream -> stream.load().meanClients())
                    .sum();
        }
        LoadProfile changing = clientsProfile();
        return changing == null ? clients : changing.line(durationNs).mean(durationNs);
    }

    public Duration duration() {
        return Duration.ofNanos(durationNs);
    }
}
