package muster.worker.agent.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import muster.protocol.Coverage;
import muster.protocol.Lease;
import muster.protocol.SessionState;

/** The leases of one assignment of which not everything is either acknowledged or given back. */
final class HeldLeases {
    private final Map<Long, HeldLease> held = new HashMap<>();

    private static final class HeldLease {
        final Lease lease;
        final List<Coverage> returned = new ArrayList<>(0);
        long left;

        HeldLease(Lease lease) {
            this.lease = lease;
            this.left = lease.getCount();
        }
    }

    void add(Lease lease) {
        if (lease.getCount() > 0) {
            held.put(lease.getLease(), new HeldLease(lease));
        }
    }

    /** These positions are durable. */
    void acknowledge(Coverage coverage) {
        HeldLease of = held.get(coverage.getLease());
        if (of != null) {
            of.left -= positions(coverage);
            if (of.left <= 0) {
                held.remove(coverage.getLease());
            }
        }
    }

    /** These positions were not started, and will not be. */
    void giveBack(Coverage unstarted) {
        HeldLease of = held.get(unstarted.getLease());
        if (of != null) {
            of.returned.add(unstarted);
            acknowledge(unstarted);
        }
    }

    void describe(SessionState.Builder holding) {
        held.values().forEach(each -> holding.addLeases(each.lease).addAllReturned(each.returned));
    }

    /** All positions of a lease, unstarted. */
    static Coverage whole(Lease lease) {
        return Coverage.newBuilder()
                .setLease(lease.getLease())
                .addRuns(0)
                .addRuns(lease.getCount())
                .build();
    }

    static long positions(Coverage coverage) {
        long count = 0;
        for (int i = 1; i < coverage.getRunsCount(); i += 2) {
            count += coverage.getRuns(i);
        }
        return count;
    }
}
