package muster.targets.support;

import java.util.Locale;
import muster.workloads.plan.language.Settings;

/** The algorithms of Graphity: how a database finds the newest posts of a reader's followees. */
public enum Algorithm {
    /** All posts of all followees. */
    ST,
    /** The newest post of each followee, then more of the most recently active. */
    STOU,
    /** A chain of each reader's followees, kept in the order of their newest posts. */
    GRAPHITY;

    /** Of setting "algorithm" of section "workload"; other workloads have none and do not use it. */
    public static Algorithm of(Settings workload) {
        return valueOf(workload.choice("algorithm").toUpperCase(Locale.ROOT));
    }
}
