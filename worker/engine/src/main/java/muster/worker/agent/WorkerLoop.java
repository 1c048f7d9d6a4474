package muster.worker.agent;

import java.util.function.Consumer;
import muster.protocol.Hello;
import muster.protocol.Resources;
import muster.worker.agent.protocol.WorkerAction;
import muster.worker.agent.protocol.WorkerEvent;

/** A worker's session: engines do what the protocol decides. */
public final class WorkerLoop extends SessionLoop {
    private static final long METER_EVERY_NS = 1_000_000_000L;

    private final EngineHost engines;
    private final DataCache files;
    private Resources resources = Resources.getDefaultInstance();
    private long lastMeterNs;

    /**
     * Ready to be driven.
     */
    public WorkerLoop(Hello hello, EngineSetup setup, CoordinatorLink link, Runnable wake, Consumer<String> log) {
        super(hello, link, wake, log);
        this.files = new DataCache(setup.dataFolder(), request -> post(new WorkerEvent.Request(request)));
        this.engines = new EngineHost(this::post, files, setup);
    }

    @Override
    protected Resources resources() {
        long nowNs = System.nanoTime();
        if (nowNs - lastMeterNs >= METER_EVERY_NS) {
            lastMeterNs = nowNs;
            resources = engines.resources();
        }
        return resources;
    }

    @Override
    protected void send(CoordinatorLink to, WorkerAction.Send send) {
        long startNs = System.nanoTime();
        super.send(to, send);
        engines.sent(send.envelope().getSerializedSize(), System.nanoTime() - startNs);
    }

    @Override
    protected void act(WorkerAction action) {
        if (action instanceof WorkerAction.TakeChunk chunk) {
            files.take(chunk.chunk());
        } else {
            engines.act(action);
        }
    }

    @Override
    public void close() {
        engines.close();
    }
}
