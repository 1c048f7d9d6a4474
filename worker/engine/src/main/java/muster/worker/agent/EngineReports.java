package muster.worker.agent;

import java.util.function.Consumer;
import java.util.function.Supplier;
import muster.worker.agent.protocol.WorkerEvent;
import muster.worker.engine.Engine.EngineGauges;
import muster.worker.engine.lease.LeaseSource;
import muster.worker.engine.record.Interval;
import muster.worker.engine.record.SnapshotSink;

/** Turns what the engine of one assignment asks for and records into events. */
record EngineReports(
        long assignment, WorkerFigures figures, Supplier<EngineGauges> gauges, Consumer<WorkerEvent> events)
        implements LeaseSource, SnapshotSink {
    @Override
    public void want(long total, double ratePerS) {
        events.accept(new WorkerEvent.Wanted(assignment, total, ratePerS));
    }

    @Override
    public void accept(Interval interval) {
        events.accept(new WorkerEvent.Recorded(assignment, figures.encode(interval, gauges.get())));
    }

    @Override
    public void failed(Throwable bug) {
        events.accept(new WorkerEvent.Broken(assignment, "a fault in the worker: " + bug));
    }
}
