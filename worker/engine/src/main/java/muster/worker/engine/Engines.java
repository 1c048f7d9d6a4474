package muster.worker.engine;

import muster.workloads.plan.PhaseSpec.Rate;
import muster.workloads.random.Arrivals;
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
        Shared shared = new Shared(spec, source, sink);
        Pacer pacer = pacer(shared);
        Crew crew = new Crew(shared, new Sessions(spec.target(), spec.depth()), pacer);
        LoadEngine engine = new LoadEngine(shared, crew, pacer);
        engine.open();
        return engine;
    }

    private static @Nullable Pacer pacer(Shared shared) {
        Rate rate = shared.phase().rate();
        return rate == null
                ? null
                : new Pacer(shared, Arrivals.of(rate, shared.spec.phase().key().hash()));
    }
}
