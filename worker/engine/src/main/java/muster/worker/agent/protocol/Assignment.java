package muster.worker.agent.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.protocol.Coverage;
import muster.protocol.Failed;
import muster.protocol.Lease;
import muster.protocol.Prepare;
import muster.protocol.Resources;
import muster.protocol.SessionState;
import muster.protocol.Snapshot;
import org.jspecify.annotations.Nullable;

/** What this worker knows of its part in one phase. */
final class Assignment {
    final long id;
    final Prepare prepare;
    boolean engineAsked;
    boolean started;
    boolean prepared;
    boolean leased;
    boolean readySent;
    boolean drainAsked;
    boolean engineDrained;
    boolean drainedSent;
    long offsetNs;
    long offsetErrorNs;
    long nextSeq = 1;
    long creditTotal;
    double ratePerS;
    /** Sent, and not acknowledged yet, the oldest first. */
    final Deque<Snapshot> unacknowledged = new ArrayDeque<>();

    /** What it has said went wrong; null if nothing did. */
    @Nullable
    Failed failed;

    Map<String, String> target = Map.of();
    Resources resources = Resources.getDefaultInstance();

    /** Clients that may be within an operation, and that there should be. */
    int clients;

    int clientsAsked;
    long shareAsked;
    private final Map<Long, Held> leases = new HashMap<>();
    private long granted;

    /** A lease of which not everything is either acknowledged or given back. */
    private static final class Held {
        final Lease lease;
        final List<Coverage> returned = new ArrayList<>(0);
        long left;

        Held(Lease lease) {
            this.lease = lease;
            this.left = lease.getCount();
        }
    }

    Assignment(Prepare prepare) {
        this.id = prepare.getAssignment();
        this.prepare = prepare;
        this.clients = prepare.getClients();
        this.clientsAsked = clients;
    }

    void hold(Lease lease) {
        if (lease.getCount() > 0) {
            granted++;
            leases.put(lease.getLease(), new Held(lease));
        }
    }

    /** These positions are durable. */
    void settle(Coverage coverage) {
        Held held = leases.get(coverage.getLease());
        if (held != null) {
            held.left -= count(coverage);
            if (held.left <= 0) {
                leases.remove(coverage.getLease());
            }
        }
    }

    void giveBack(Coverage unstarted) {
        Held held = leases.get(unstarted.getLease());
        if (held != null) {
            held.returned.add(unstarted);
            settle(unstarted);
        }
    }

    static long count(Coverage coverage) {
        long count = 0;
        for (int i = 1; i < coverage.getRunsCount(); i += 2) {
            count += coverage.getRuns(i);
        }
        return count;
    }

    /** What another incarnation of the coordinator must know. */
    SessionState holding() {
        SessionState.Builder holding = SessionState.newBuilder()
                .setAssignment(id)
                .setGranted(granted)
                .setClients(started ? clients : 0)
                .setResources(resources);
        leases.values().forEach(held -> holding.addLeases(held.lease).addAllReturned(held.returned));
        return holding.build();
    }

    boolean over() {
        return drainedSent && unacknowledged.isEmpty();
    }
}
