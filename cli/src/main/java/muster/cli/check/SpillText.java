package muster.cli.check;

import java.util.Locale;
import java.util.OptionalLong;
import muster.workloads.FollowSpill;
import muster.workloads.plan.ExecutedPhase;
import muster.workloads.plan.PhaseSpec.Rate;

/** What a check says of a phase's new follows: how many go to uniformly drawn users, or when too many would. */
final class SpillText {
    private static final double PERCENT = 100;

    private SpillText() {}

    /** Empty for a phase that follows nobody. */
    static String of(ExecutedPhase phase) {
        FollowSpill spill = phase.spill();
        if (spill.equals(FollowSpill.NONE)) {
            return "";
        }
        OptionalLong operations = operations(phase);
        if (operations.isEmpty()) {
            return most(spill);
        }
        double share = spill.share(operations.getAsLong());
        String warning = share > FollowSpill.MOST ? " (warning: take more users, or fewer operations)" : "";
        return String.format(
                Locale.ROOT, ", %.1f %% of new follows have a uniform followee%s", PERCENT * share, warning);
    }

    private static String most(FollowSpill spill) {
        long most = spill.mostOperations();
        return most == Long.MAX_VALUE
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", %.0f %% of new follows have a uniform followee after %,d operations",
                        PERCENT * FollowSpill.MOST,
                        most);
    }

    /** How many operations the phase will have; empty where that depends on the database. */
    static OptionalLong operations(ExecutedPhase phase) {
        Rate rate = phase.spec().rate();
        if (phase.planned() >= 0) {
            return OptionalLong.of(phase.planned());
        }
        return rate == null
                ? OptionalLong.empty()
                : OptionalLong.of(
                        Math.round((double) phase.onNs(phase.spec().durationNs()) / rate.periodNs() * rate.arrivals()));
    }
}
