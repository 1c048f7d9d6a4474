package muster.coordinator.core.phase;

import java.util.List;
import java.util.Optional;
import muster.model.PhaseAt;
import muster.model.ProfileRow;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.profile.LoadProfile;
import muster.workloads.plan.rule.Threshold;

/** What the store keeps of a load that changes with time, so that reports can draw it. */
final class ProfileRows {
    private ProfileRows() {}

    /** Empty if it does not change. */
    static Optional<ProfileRow> of(PhaseAt at, PhaseStream stream, List<Threshold> thresholds) {
        PhaseSpec spec = stream.load().spec();
        LoadProfile profile = spec.profile();
        if (profile == null) {
            return Optional.empty();
        }
        LoadProfile.Spike spike = profile instanceof LoadProfile.Spike of ? of : null;
        return Optional.of(new ProfileRow(
                at,
                stream.number(),
                spec.rate() == null ? "clients" : "rate",
                profile.text(),
                profile.line(spec.durationNs()).corners(spec.durationNs(), ProfileRow.Point::new),
                spike == null ? 0 : spike.atNs(),
                spike == null ? 0 : spike.endNs(),
                boundNs(stream.name(), thresholds)));
    }

    /** The strictest upper bound of the p99 of all operations of the stream. */
    private static long boundNs(String stream, List<Threshold> thresholds) {
        return thresholds.stream()
                .filter(threshold -> threshold.operation().equals(stream)
                        && threshold.timing().equals("response")
                        && threshold.metric().equals("p99")
                        && threshold.comparator().startsWith("<"))
                .mapToLong(threshold -> Math.round(threshold.value()))
                .min()
                .orElse(0);
    }
}
