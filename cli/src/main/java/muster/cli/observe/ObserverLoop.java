package muster.cli.observe;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import muster.protocol.Hello;
import muster.protocol.Resources;
import muster.worker.agent.CoordinatorLink;
import muster.worker.agent.SessionLoop;
import muster.worker.agent.protocol.ClockOffset;
import muster.worker.agent.protocol.WorkerAction;
import muster.worker.agent.protocol.WorkerEvent;
import muster.worker.agent.protocol.WorkerProtocol;
import org.jspecify.annotations.Nullable;

/** An observer's half of the protocol: that of a worker which is never given work. */
final class ObserverLoop implements SessionLoop {
    private final WorkerProtocol protocol;
    private final CoordinatorLink link;
    private final Runnable wake;
    private final Consumer<String> log;
    private final AtomicReference<@Nullable ClockOffset> clock;
    private final ConcurrentLinkedQueue<WorkerEvent> mailbox = new ConcurrentLinkedQueue<>();
    private volatile String trouble = "";
    private @Nullable String exit;

    /** @param clock is set to the offset of the coordinator's clock, and to null while there is no session */
    ObserverLoop(
            Hello hello,
            CoordinatorLink link,
            Runnable wake,
            Consumer<String> log,
            AtomicReference<@Nullable ClockOffset> clock) {
        this.protocol =
                new WorkerProtocol(hello, () -> ThreadLocalRandom.current().nextLong());
        this.link = link;
        this.wake = wake;
        this.log = log;
        this.clock = clock;
    }

    @Override
    public void handle(WorkerEvent event) {
        protocol.on(event, System.nanoTime()).forEach(this::act);
        clock.set(protocol.clock());
    }

    private void act(WorkerAction action) {
        switch (action) {
            case WorkerAction.Send send -> link.send(send.envelope());
            case WorkerAction.Log line -> log.accept(line.line());
            case WorkerAction.Exit over -> exit = over.failure();
            default -> log.accept("ignoring work: this is an observer");
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
        handle(new WorkerEvent.Tick(Resources.getDefaultInstance()));
        trouble = protocol.trouble();
        return protocol.tickNs();
    }

    @Override
    public @Nullable String exit() {
        return exit;
    }

    @Override
    public String trouble() {
        return trouble;
    }

    @Override
    public void close() {}
}
