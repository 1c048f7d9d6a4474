package muster.workloads.plan;

import java.time.Duration;
import muster.workloads.plan.profile.LoadProfile;
import muster.workloads.plan.rule.EarlyEnd;
import muster.workloads.plan.section.CrashSpec;
import org.jspecify.annotations.Nullable;

/**
 * One entry of "phases". Exactly one bound holds: {@code durationNs > 0}, or {@code operations > 0}, or neither for a
 * phase that covers all operations that its workload has (a load part, a batch-insert part).
 *
 * @param name unique in the plan; by default the kind, and kind-2, kind-3 for later ones
 * @param part of a load or batch-insert phase; "" for none
 * @param clients total of the cluster
 * @param operations of a verify phase: how many feeds are asked for
 * @param rate the open load model, or null for the closed one
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
        @Nullable LoadProfile profile) {
    /** The same of a phase that is no load, or of a load that must be whole. */
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
                null);
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
                null);
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
        LoadProfile changing = clientsProfile();
        return changing == null ? clients : changing.line(durationNs).mean(durationNs);
    }

    public Duration duration() {
        return Duration.ofNanos(durationNs);
    }
}
