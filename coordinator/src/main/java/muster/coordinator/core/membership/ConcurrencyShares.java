package muster.coordinator.core.membership;

import java.util.Collection;
import java.util.List;
import muster.protocol.Envelope;
import muster.protocol.SetConcurrency;

/**
 * Divides the clients of a stream among the members of its phase. When the division changes, members that must shrink are asked
 * first, and none grows before they have confirmed, so that concurrency never exceeds the total (docs/semantics.md rule
 * 13).
 */
public final class ConcurrencyShares {
    private final int stream;
    private final int most;
    private final long assignment;
    private final Outbox outbox;
    private int clients;
    private long serial;

    /**
     * Divides the clients of a stream among the workers of its phase.
     *
     * @param clients the most at a time
     * @param serial no other incarnation counts its divisions of this phase from here
     */
    public ConcurrencyShares(int stream, int clients, long assignment, long serial, Outbox outbox) {
        this.stream = stream;
        this.most = clients;
        this.clients = clients;
        this.assignment = assignment;
        this.serial = serial;
        this.outbox = outbox;
    }

    /** The share of the member at a position when all clients run: equal parts, the first ones get one more. */
    public int of(int position, int members) {
        return of(most, position, members);
    }

    private static int of(int clients, int position, int members) {
        return clients / members + (position < clients % members ? 1 : 0);
    }

    /** So many clients are to run from now on; returns whether that is another number, and {@link #divide} must follow. */
    public boolean total(int newClients) {
        boolean other = newClients != clients;
        clients = newClients;
        return other;
    }

    /** Sets new targets for those who are there and shrinks who has too much; {@link #grow} must follow. */
    public void divide(List<PhaseMember> active) {
        for (int i = 0; i < active.size(); i++) {
            MemberClients part = part(active.get(i));
            part.aim(of(clients, i, active.size()));
            if (part.target() < part.share()) {
                shrink(active.get(i));
            }
        }
    }

    private MemberClients part(PhaseMember member) {
        return member.stream(stream).clients();
    }

    private void shrink(PhaseMember member) {
        part(member).take();
        if (member.start.ready()) {
            part(member).await();
            tell(member);
        }
    }

    /** Lets members grow to their targets; all shrinking is confirmed. */
    public void grow(List<PhaseMember> active) {
        active.stream().filter(member -> part(member).grows()).forEach(this::enlarge);
    }

    /** Whether whoever was to shrink has done so, or is no longer here. */
    public boolean settled(Collection<PhaseMember> all) {
        return all.stream()
                .allMatch(member -> member.worker.gone()
                        || member.departure.drained()
                        || (part(member).confirmed() && !member.worker.leaving()));
    }

    /** It joined a phase that is running: it gets its clients once others have shrunk. */
    public void joined(PhaseMember member) {
        part(member).none();
    }

    /** Its worker has taken its share; returns whether that is the last one that it was told of. */
    public boolean applied(PhaseMember member, long division) {
        return part(member).confirm(division);
    }

    private void enlarge(PhaseMember member) {
        part(member).take();
        tell(member);
    }

    /** Whether a division of this number was told to anyone, by this incarnation or an earlier one. */
    public boolean told(long division) {
        return division > 0 && division <= serial;
    }

    private void tell(PhaseMember member) {
        part(member).told(++serial);
        outbox.send(
                member.worker,
                Envelope.newBuilder()
                        .setSetConcurrency(SetConcurrency.newBuilder()
                                .setAssignment(assignment)
                                .setSerial(serial)
                                .setClients(part(member).share())
                                .setStream(stream)));
    }
}
