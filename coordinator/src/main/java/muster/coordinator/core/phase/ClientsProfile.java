package muster.coordinator.core.phase;

import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.profile.LoadProfile;
import muster.workloads.plan.profile.ProfileLine;
import org.jspecify.annotations.Nullable;

/** How many clients of a stream run at a time, by the time since the start: the profile's height at each quarter second. */
record ClientsProfile(ProfileLine line) {
    /** Each division is a message to each worker, and its clients come and go at operation boundaries. */
    static final long EVERY_NS = 250_000_000;

    private static final double NANO = 1e9;

    /** Null if they do not change. */
    static @Nullable ClientsProfile of(PhaseSpec spec) {
        LoadProfile profile = spec.clientsProfile();
        return profile == null ? null : new ClientsProfile(profile.line(spec.durationNs()));
    }

    int clients(long sinceStartNs) {
        return (int) Math.round(line.level(sinceStartNs / EVERY_NS * EVERY_NS) / NANO);
    }
}
