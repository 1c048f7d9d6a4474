package muster.coordinator.core.verdict;

import java.util.List;
import muster.coordinator.core.membership.PhaseMember;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.text.Quantity;

/**
 * Whether workers report times at which they can have measured: not before they took part in the phase, and not after the
 * coordinator received them. Throughput of a count-bound phase ends with the last completion that is reported, and seconds
 * are those of snapshots.
 */
public final class SnapshotTimesCheck {
    /** Clock offsets are known to within milliseconds; more is no error of an estimate. */
    private static final long MAX_NS = 1_000_000_000;

    private SnapshotTimesCheck() {}

    public static List<CheckRow> of(PhaseAt at, List<PhaseMember> members) {
        CheckRows checks = new CheckRows(at, CheckKind.VALIDITY);
        for (PhaseMember member : members) {
            long outsideNs = Math.max(0, Math.max(member.reports.earlyNs(), member.reports.aheadNs()));
            checks.add(
                    "snapshot times",
                    "within the phase, to 1 s",
                    Quantity.duration((double) outsideNs) + " outside",
                    outsideNs <= MAX_NS + member.start.offsetErrorNs(),
                    member.worker.name(),
                    "the worker reports times at which it cannot have measured: throughput and seconds may be wrong");
        }
        return checks.rows();
    }
}
