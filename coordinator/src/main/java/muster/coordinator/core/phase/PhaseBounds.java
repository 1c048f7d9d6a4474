package muster.coordinator.core.phase;

import java.util.List;
import muster.coordinator.core.bounds.FieldCheck;
import muster.coordinator.core.lease.LeaseBook;
import muster.coordinator.core.lease.SnapshotReports;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.WorkerSession;
import muster.model.IndexRange;
import muster.model.StreamIndex;
import muster.protocol.ConcurrencyApplied;
import muster.protocol.Coverage;
import muster.protocol.Credit;
import muster.protocol.Drained;
import muster.protocol.Envelope;
import muster.protocol.Lease;
import muster.protocol.Returned;
import muster.protocol.SessionState;
import org.jspecify.annotations.Nullable;

/** Compares what a worker says of a phase with what it was given there: credit, divisions of clients, sequence, leases. */
public final class PhaseBounds {
    /** Leases that a worker asks for ahead, more than two a client. */
    private static final long MAX_CREDIT_AHEAD = 4_096;
    /** A quarter of a second of the fastest workers, in leases of a few indexes. */
    private static final long MAX_INDEXES_AHEAD = 1_000_000;
    /** Ten minutes of snapshots, after which a worker asks for no more work. */
    private static final long MAX_UNACKNOWLEDGED = 1_000;

    private final PhaseContext phase;

    PhaseBounds(PhaseContext phase) {
        this.phase = phase;
    }

    /** One line that names the field; null if there is no contradiction, or the message is not about this phase. */
    @Nullable
    public String wrong(WorkerSession worker, Envelope envelope) {
        PhaseMember member = phase.members().find(worker);
        if (member == null) {
            return envelope.hasSessionState() ? wrong(envelope.getSessionState()) : null;
        }
        FieldCheck check = new FieldCheck();
        switch (envelope.getBodyCase()) {
            case CREDIT -> credit(check, member, envelope.getCredit());
            case DRAINED -> drained(check, member, envelope.getDrained());
            case RETURNED -> returned(check, member, envelope.getReturned());
            case CONCURRENCY_APPLIED -> {
                ConcurrencyApplied applied = envelope.getConcurrencyApplied();
                PhaseStream stream = stream(check, "ConcurrencyApplied", applied.getStream());
                check.require(
                        stream == null || stream.shares().told(applied.getSerial()),
                        "ConcurrencyApplied.serial",
                        applied.getSerial() + ", never told to it");
            }
            default -> {
                // Compared elsewhere, or about no phase.
            }
        }
        return check.wrong();
    }

    private @Nullable PhaseStream stream(FieldCheck check, String message, int number) {
        PhaseStream stream = phase.streams().find(number);
        check.require(stream != null, message + ".stream", number + ", and the phase has no such stream");
        return stream;
    }

    /** A total beyond what clients can hold would have leases made without end. */
    private void credit(FieldCheck check, PhaseMember member, Credit credit) {
        int size = phase.submission().leaseSize();
        long small = size > 1 ? MAX_INDEXES_AHEAD / size : 0;
        PhaseStream stream = stream(check, "Credit", credit.getStream());
        if (stream != null) {
            long clients = stream.load().spec().clients();
            long granted = member.stream(stream.number()).leases().granted();
            check.within("Credit.total", credit.getTotal(), 0, granted + 4 * clients + small + MAX_CREDIT_AHEAD);
        }
    }

    /** Where messages arrive in order, all that it says it has sent is here. */
    private static void drained(FieldCheck check, PhaseMember member, Drained drained) {
        long most =
                member.worker.inOrder() ? member.reports.nextSeq() - 1 : member.reports.nextSeq() + MAX_UNACKNOWLEDGED;
        check.within("Drained.last_seq", drained.getLastSeq(), member.reports.nextSeq() - 1, most);
    }

    private void returned(FieldCheck check, PhaseMember member, Returned returned) {
        for (Coverage coverage : returned.getUnstartedList()) {
            List<IndexRange> positions = SnapshotReports.positions(coverage);
            var grant = phase.streams().find(member.worker.session, coverage.getLease());
            boolean held = grant != null && positions != null && grant.holds(positions);
            check.require(
                    held || member.worker.resumed(),
                    "Returned.unstarted of lease " + coverage.getLease(),
                    "not what it holds");
        }
    }

    /** A session that comes back can hold no more than was granted before the restart. */
    private @Nullable String wrong(SessionState state) {
        FieldCheck check = new FieldCheck();
        int streams = phase.streams().all().size();
        check.require(
                        state.getStreamClientsCount() == (streams > 1 ? streams : 0),
                        "SessionState.stream_clients",
                        state.getStreamClientsCount() + ", and the phase has " + streams + " streams")
                .require(
                        state.getStreamGrantedCount() == state.getStreamClientsCount(),
                        "SessionState.stream_granted",
                        state.getStreamGrantedCount() + ", and the phase has " + streams + " streams");
        phase.streams().all().forEach(stream -> leases(check, stream.book(), state));
        check.require(
                state.getLeasesList().stream()
                        .allMatch(lease -> phase.streams().find(StreamIndex.stream(lease.getFirst())) != null),
                "Lease.first in SessionState",
                "of a stream that the phase does not have");
        return check.wrong();
    }

    private static void leases(FieldCheck check, LeaseBook book, SessionState state) {
        long held = 0;
        for (Lease lease : state.getLeasesList()) {
            if (StreamIndex.stream(lease.getFirst()) != StreamIndex.stream(book.first())) {
                continue;
            }
            held += lease.getCount();
            long blocks = Math.max(0, lease.getCount() - 1) / book.block();
            check.within("Lease.count", held, 1, book.granted())
                    .within(
                            "the last index of a lease in SessionState",
                            lease.getFirst() + blocks * Math.max(1, lease.getStride()) * book.block(),
                            book.first(),
                            book.frontier());
        }
    }
}
