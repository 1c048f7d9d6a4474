package muster.worker.agent;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import muster.protocol.Hello;
import muster.protocol.Resources;
import muster.worker.agent.protocol.WorkerAction;
import muster.worker.agent.protocol.WorkerEvent;
import muster.worker.agent.protocol.WorkerProtocol;
import org.jspecify.annotations.Nullable;

/** Feeds events to the protocol and does what it decides. */
public final class WorkerLoop implements SessionLoop {
    private static final long METER_EVERY_NS = 1_000_000_000L;

    private final WorkerProtocol protocol;
    private final EngineHost engines;
    private final DataCache files;
    private final CoordinatorLink link;
    private final Runnable wake;
    private final Consumer<String> log;
    private final ConcurrentLinkedQueue<WorkerEvent> mailbox = new ConcurrentLinkedQueue<>();
    private Resources resources = Resources.getDefaultInstance();
    private long lastMeterNs;
    private @Nullable String exit;
    private volatile String trouble = "";

    /**
     * Ready to be driven.
     */
    public WorkerLoop(Hello hello, EngineSetup setup, CoordinatorLink link, Runnable wake, Consumer<String> log) {
        this.protocol =
                new WorkerProtocol(hello, () -> ThreadLocalRandom.current().nextLong());
        this.link = link;
        this.wake = wake;
        this.log = log;
        this.files = new DataCache(setup.dataFolder(), request -> post(new WorkerEvent.Request(request)));
        this.engines = new EngineHost(this::post, files, setup);
    }

    @Override
    public void handle(WorkerEvent event) {
        for (WorkerAction action : protocol.on(event, System.nanoTime())) {
            act(action);
        }
    }

    @Override
    public void post(WorkerEvent event) {
        mailbox.add(event);
        wake.run();
    }

    @Override
    public void drainMailbox() {
        for (WorkerEvent event = mailbox.poll(); event != null; event = mailbox.poll()) {
            handle(event);
        }
    }

    @Override
    public long tick() {
        long nowNs = System.nanoTime();
        if (nowNs - lastMeterNs >= METER_EVERY_NS) {
            lastMeterNs = nowNs;
            resources = engines.resources();
        }
        handle(new WorkerEvent.Tick(resources));
        trouble = protocol.trouble();
        return protocol.tickNs();
    }

    @Override
    public String trouble() {
        return trouble;
    }

    private void act(WorkerAction action) {
        switch (action) {
            case WorkerAction.Send send -> {
                long startNs = System.nanoTime();
                link.send(send.envelope());
                engines.sent(send.envelope().getSerializedSize(), System.nanoTime() - startNs);
            }
            case WorkerAction.TakeChunk chunk -> files.take(chunk.chunk());
            case WorkerAction.Log line -> log.accept(line.line());
            case WorkerAction.Exit over -> exit = over.failure();
            default -> engines.act(action);
        }
    }

    @Override
    public @Nullable String exit() {
        return exit;
    }

    @Override
    public void close() {
        engines.close();
    }
}
