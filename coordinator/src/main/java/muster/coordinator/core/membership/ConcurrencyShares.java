package muster.coordinator.core.membership;

import java.util.Collection;
import java.util.List;
import muster.protocol.Envelope;
import muster.protocol.SetConcurrency;

/**
 * Divides the clients of a phase among its members. When the division changes, those who must shrink are told first;
 * nobody grows before they have confirmed, so that concurrency never exceeds the total (SEMANTICS 13).
 */
public final class ConcurrencyShares {
    private final int clients;
    private final long assignment;
    private final Outbox outbox;
    private long serial;

    /**
     * Divides the clients of a phase among its workers.
     *
     * @param serial no other incarnation counts its divisions of this phase from here
     */
    public ConcurrencyShares(int clients, long assignment, long serial, Outbox outbox) {
        this.clients = clients;
        this.assignment = assignment;
        this.serial = serial;
        this.outbox = outbox;
    }

    /** The share of the member at a position: equal parts, the first ones get one more. */
    public int of(int position, int members) {
        return clients / members + (position < clients % members ? 1 : 0);
    }

    /** Sets new targets for those who are there and shrinks who has too much; {@link #grow} must follow. */
    public void divide(List<PhaseMember> active) {
        for (int i = 0; i < active.size(); i++) {
            PhaseMember member = active.get(i);
            member.clients.aim(of(i, active.size()));
            if (member.clients.target() < member.clients.share()) {
                shrink(member);
            }
        }
    }

    private void shrink(PhaseMember member) {
        member.clients.take();
        if (member.start.ready()) {
            member.clients.await();
            tell(member);
        }
    }

    /** Lets members grow to their targets if all shrinking is confirmed and every leaver is done. */
    public boolean grow(Collection<PhaseMember> all, List<PhaseMember> active) {
        if (!settled(all)) {
            return false;
        }
        active.stream()
                .filter(member -> member.clients.share() < member.clients.target())
                .forEach(this::enlarge);
        return true;
    }

    /** Whether whoever was to shrink has done so, or is no longer here. */
    public boolean settled(Collection<PhaseMember> all) {
        return all.stream()
                .allMatch(member -> member.worker.gone()
                        || member.departure.drained()
                        || (member.clients.confirmed() && !member.worker.leaving()));
    }

    /** It joined a phase that is running: it gets its clients once others have shrunk. */
    public void joined(PhaseMember member) {
        member.clients.none();
    }

    /** Its worker has taken its share; returns whether that is the last one that it was told of. */
    public boolean applied(PhaseMember member, long division) {
        return member.clients.confirm(division);
    }

    private void enlarge(PhaseMember member) {
        member.clients.take();
        tell(member);
    }

    /** Whether a division of this number was told to anyone, by this incarnation or an earlier one. */
    public boolean told(long division) {
        return division > 0 && division <= serial;
    }

    private void tell(PhaseMember member) {
        member.clients.told(++serial);
        outbox.send(
                member.worker,
                Envelope.newBuilder()
                        .setSetConcurrency(SetConcurrency.newBuilder()
                                .setAssignment(assignment)
                                .setSerial(serial)
                                .setClients(member.clients.share())));
    }
}
