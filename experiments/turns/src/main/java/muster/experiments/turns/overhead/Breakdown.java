package muster.experiments.turns.overhead;

/**
 * Where the difference of one pair comes from, in nanoseconds of a slot's time for one operation: a slot is a client that
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

    static Breakdown of(RunFigures standalone, RunFigures cluster) {
        double share = standalone.slots() / (double) standalone.clients();
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
    private static boolean blocks(RunFigures run) {
        return run.throughputPerS() * run.serviceNs() / 1e9 > run.slots();
    }
}
