package muster.coordinator.core.membership;

/** A worker's part in one phase; each part of its state has one owner that changes it. */
public final class PhaseMember {
    public final WorkerSession worker;
    public final boolean joining;
    public final long joinedNs;
    public final MemberClients clients;
    public final MemberStart start;
    public final MemberLeases leases;
    public final MemberReports reports;
    public final MemberDeparture departure;

    private PhaseMember(
            WorkerSession worker,
            boolean joining,
            long joinedNs,
            int share,
            MemberStart start,
            MemberLeases leases,
            MemberReports reports,
            MemberDeparture departure) {
        this.worker = worker;
        this.joining = joining;
        this.joinedNs = joinedNs;
        this.clients = new MemberClients(share);
        this.start = start;
        this.leases = leases;
        this.reports = reports;
        this.departure = departure;
    }

    public PhaseMember(WorkerSession worker, int share, boolean joining, long nowNs) {
        this(
                worker,
                joining,
                nowNs,
                share,
                new MemberStart(),
                new MemberLeases(),
                new MemberReports(0),
                new MemberDeparture());
    }

    /**
     * A session that served the phase under an earlier incarnation.
     *
     * @param granted how many leases it was given
     * @param committedSeq its last snapshot that is durable
     */
    public static PhaseMember resumed(
            WorkerSession worker,
            int share,
            long joinedNs,
            MemberStart start,
            long granted,
            long committedSeq,
            MemberDeparture departure) {
        return new PhaseMember(
                worker,
                false,
                joinedNs,
                share,
                start,
                new MemberLeases(granted),
                new MemberReports(committedSeq),
                departure);
    }

    /** Whether it takes part and stays. */
    public boolean active() {
        return !worker.gone() && !worker.leaving() && !departure.drained();
    }

    /** Whether it owes a message of this phase: its end, or a snapshot that it says it has sent. */
    public boolean owes() {
        return !worker.gone() && (!departure.drained() || departure.lastSeq() >= reports.nextSeq());
    }

    /** Whether all that it will ever report is durable. */
    public boolean settled() {
        return worker.gone() || (departure.drained() && reports.committedSeq() >= departure.lastSeq());
    }
}
