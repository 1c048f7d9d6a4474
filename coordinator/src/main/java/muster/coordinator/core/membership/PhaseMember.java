package muster.coordinator.core.membership;

import java.util.ArrayList;
import java.util.List;

/** A worker's part in one phase; each part of its state has one owner that changes it. */
public final class PhaseMember {
    public final WorkerSession worker;
    public final boolean joining;
    public final long joinedNs;
    public final MemberStart start;
    public final MemberReports reports;
    public final MemberDeparture departure;
    private final List<MemberStream> streams;

    private PhaseMember(
            WorkerSession worker,
            boolean joining,
            long joinedNs,
            List<MemberStream> streams,
            MemberStart start,
            MemberReports reports,
            MemberDeparture departure) {
        this.worker = worker;
        this.joining = joining;
        this.joinedNs = joinedNs;
        this.streams = streams;
        this.start = start;
        this.reports = reports;
        this.departure = departure;
    }

    /** @param shares how many clients it may run of each stream */
    public PhaseMember(WorkerSession worker, List<Integer> shares, boolean joining, long nowNs) {
        this(
                worker,
                joining,
                nowNs,
                shares.stream()
                        .map(share -> new MemberStream(new MemberClients(share), new MemberLeases()))
                        .toList(),
                new MemberStart(),
                new MemberReports(0),
                new MemberDeparture());
    }

    /**
     * A session that served the phase under an earlier incarnation.
     *
     * @param shares of one that was started
     * @param granted how many leases of each stream it was given
     * @param committedSeq its last snapshot that is durable
     */
    public static PhaseMember resumed(
            WorkerSession worker,
            List<Integer> shares,
            long joinedNs,
            MemberStart start,
            List<Long> granted,
            long committedSeq,
            MemberDeparture departure) {
        List<MemberStream> streams = new ArrayList<>();
        for (int i = 0; i < shares.size(); i++) {
            MemberClients clients = start.started() ? new MemberClients(shares.get(i)) : MemberClients.unstarted();
            streams.add(new MemberStream(clients, new MemberLeases(granted.get(i))));
        }
        return new PhaseMember(worker, false, joinedNs, streams, start, new MemberReports(committedSeq), departure);
    }

    /** Its part in one stream of the phase. */
    public MemberStream stream(int number) {
        return streams.get(number);
    }

    /** Clients that it may run now, of all streams. */
    public int clients() {
        int clients = 0;
        for (MemberStream stream : streams) {
            clients += stream.clients().share();
        }
        return clients;
    }

    /** Whether it has confirmed each division of clients by which it had to shrink. */
    public boolean confirmed() {
        return streams.stream().allMatch(stream -> stream.clients().confirmed());
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
