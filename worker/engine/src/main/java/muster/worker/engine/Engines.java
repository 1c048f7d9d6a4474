package muster.worker.engine;

import muster.worker.engine.client.ClientPool;
import muster.worker.engine.client.EngineSpec;
import muster.worker.engine.client.EngineState;
import muster.worker.engine.client.Pacer;
import muster.worker.engine.client.SessionOpener;
import muster.worker.engine.lease.LeaseSource;
import muster.worker.engine.record.SnapshotSink;
import muster.workloads.plan.ArrivalSchedule;
import muster.workloads.target.TargetException;
import org.jspecify.annotations.Nullable;

/** The way in. */
public final class Engines {
    private Engines() {}

    /**
     * An engine with all sessions open, side by side. It asks {@code source} for its first leases before this returns.
     *
     * @throws TargetException the first failure to open a session; then none stays open
     */
    public static Engine create(EngineSpec spec, LeaseSource source, SnapshotSink sink) throws TargetException {
        EngineState shared = new EngineState(spec, source, sink);
        Pacer pacer = pacer(shared);
        ClientPool pool = new ClientPool(shared, new SessionOpener(spec.target(), spec.depth()), pacer);
        LoadEngine engine = new LoadEngine(shared, pool, pacer);
        engine.open();
        return engine;
    }

    private static @Nullable Pacer pacer(EngineState shared) {
        ArrivalSchedule arrivals = shared.spec.phase().arrivals();
        return arrivals == null ? null : new Pacer(shared, arrivals);
    }
}
