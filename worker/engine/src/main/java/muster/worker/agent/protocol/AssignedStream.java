package muster.worker.agent.protocol;

import muster.protocol.Credit;
import muster.protocol.Lease;
import muster.protocol.SetConcurrency;

/** A worker's part in one load of its phase: how many clients it may run, and the leases that it wants and was granted. */
final class AssignedStream {
    private final int number;
    private final AssignedClients clients;
    private final boolean idle;
    private long wanted;
    private double ratePerS;
    private long received;
    private long granted;

    /** @param prepared clients that it is prepared with; with none, one of several loads needs no lease to be ready */
    AssignedStream(int number, int prepared, boolean oneOfSeveral) {
        this.number = number;
        this.clients = new AssignedClients(prepared);
        this.idle = oneOfSeveral && prepared == 0;
    }

    AssignedClients clients() {
        return clients;
    }

    void wants(long total, double newRatePerS) {
        wanted = Math.max(wanted, total);
        ratePerS = newRatePerS;
    }

    boolean wantsAny() {
        return wanted > 0;
    }

    Credit.Builder credit(long assignment) {
        return Credit.newBuilder()
                .setAssignment(assignment)
                .setTotal(wanted)
                .setRate(ratePerS)
                .setStream(number);
    }

    /** An empty lease only says that this worker need not wait for another one. */
    void receive(Lease lease) {
        received++;
        granted += lease.getCount() > 0 ? 1 : 0;
    }

    /** Whether its clients can begin, or it has none. */
    boolean supplied() {
        return idle || received > 0;
    }

    long granted() {
        return granted;
    }

    void request(SetConcurrency share) {
        clients.request(share);
    }
}
