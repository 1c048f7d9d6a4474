package muster.experiments.turns.overhead;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import muster.experiments.turns.ArmCosts;
import muster.experiments.turns.Restart;
import muster.statistics.Interval;
import muster.statistics.Mean;

/**
 * Where the difference of one restart comes from, in nanoseconds of a slot's time for one operation: a slot is a client that
 * gets on, and there are as many as clients or cores, whichever is less. The six parts sum up to the whole exactly.
 * experiments/turns/README.md says of each what it is and what it cannot say.
 *
 * @param leaseNs clients waited for leases
 * @param snapshotsNs workers encoded and sent messages
 * @param coordinatorNs processor time of the coordinator without commits
 * @param commitNs processor time of commits
 * @param serviceNs operations themselves took longer
 * @param unexplainedNs the rest
 * @param differenceNs a slot's time for an operation, cluster minus standalone
 */
record Breakdown(
        double leaseNs,
        double snapshotsNs,
        double coordinatorNs,
        double commitNs,
        double serviceNs,
        double unexplainedNs,
        double differenceNs) {

    private static final Map<String, ToDoubleFunction<Breakdown>> PARTS = parts();

    private static Map<String, ToDoubleFunction<Breakdown>> parts() {
        Map<String, ToDoubleFunction<Breakdown>> parts = new LinkedHashMap<>();
        parts.put("lease_wait", Breakdown::leaseNs);
        parts.put("snapshots", Breakdown::snapshotsNs);
        parts.put("coordinator", Breakdown::coordinatorNs);
        parts.put("commit", Breakdown::commitNs);
        parts.put("service", Breakdown::serviceNs);
        parts.put("unexplained", Breakdown::unexplainedNs);
        parts.put("difference", Breakdown::differenceNs);
        return parts;
    }

    /** Each part over all restarts, by name; empty where an arm has no costs. */
    static Map<String, Interval> of(List<Restart> restarts, String standalone, String cluster) {
        List<Breakdown> each = new ArrayList<>();
        for (Restart restart : restarts) {
            ArmCosts base = restart.costs().get(standalone);
            ArmCosts arm = restart.costs().get(cluster);
            if (base != null && arm != null && base.perS() > 0 && arm.perS() > 0) {
                each.add(of(base, arm));
            }
        }
        Map<String, Interval> intervals = new LinkedHashMap<>();
        if (!each.isEmpty()) {
            PARTS.forEach((name, part) ->
                    intervals.put(name, Mean.of(each.stream().mapToDouble(part).toArray())));
        }
        return intervals;
    }

    static Breakdown of(ArmCosts standalone, ArmCosts cluster) {
        double share = standalone.slots() / standalone.clients();
        double lease = (cluster.leaseNs() - standalone.leaseNs()) * share;
        double snapshots = cluster.snapshotNs() - standalone.snapshotNs();
        double coordinator = cluster.coordinatorCpuNs() - cluster.commitCpuNs() - standalone.loopCpuNs();
        double commit = cluster.commitCpuNs() - standalone.commitCpuNs();
        double service = (cluster.serviceNs() - standalone.serviceNs()) * (blocks(standalone) ? share : 1);
        double difference = cluster.slotNs() - standalone.slotNs();
        double explained = lease + snapshots + coordinator + commit + service;
        return new Breakdown(lease, snapshots, coordinator, commit, service, difference - explained, difference);
    }

    /** Whether more clients are within an operation at a time than could compute: then they wait for the target. */
    private static boolean blocks(ArmCosts run) {
        return run.perS() * run.serviceNs() / 1e9 > run.slots();
    }
}
