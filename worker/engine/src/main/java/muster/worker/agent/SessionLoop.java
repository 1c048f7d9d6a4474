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

/**
 * Feeds the events of a session with a coordinator to the protocol, and does what that decides. One thread drives it:
 * {@link #handle}, {@link #drainMailbox} and {@link #tick}; any thread may {@link #post}.
 */
public abstract class SessionLoop implements AutoCloseable {
    private final WorkerProtocol protocol;
    private final CoordinatorLink link;
    private final Runnable wake;
    private final Consumer<String> log;
    private final ConcurrentLinkedQueue<WorkerEvent> mailbox = new ConcurrentLinkedQueue<>();
    private @Nullable String exit;
    private volatile String trouble = "";

    /** @param wake makes the driving thread call {@link #drainMailbox} soon */
    protected SessionLoop(Hello hello, CoordinatorLink link, Runnable wake, Consumer<String> log) {
        this.protocol =
                new WorkerProtocol(hello, () -> ThreadLocalRandom.current().nextLong());
        this.link = link;
        this.wake = wake;
        this.log = log;
    }

    /** Makes one that sends over a link. */
    @FunctionalInterface
    public interface Factory {
        SessionLoop create(CoordinatorLink link, Runnable wake);
    }

    public void handle(WorkerEvent event) {
        for (WorkerAction action : protocol.on(event, System.nanoTime())) {
            switch (action) {
                case WorkerAction.Send send -> send(link, send);
                case WorkerAction.Log line -> log.accept(line.line());
                case WorkerAction.Exit over -> exit = over.failure();
                default -> act(action);
            }
        }
    }

    protected void send(CoordinatorLink to, WorkerAction.Send send) {
        to.send(send.envelope());
    }

    /** Does what is asked of this peer alone. */
    protected abstract void act(WorkerAction action);

    public final void post(WorkerEvent event) {
        mailbox.add(event);
        wake.run();
    }

    public final void drainMailbox() {
        for (WorkerEvent event = mailbox.poll(); event != null; event = mailbox.poll()) {
            handle(event);
        }
    }

    /** To be called as often as it says; returns after how many nanoseconds again. */
    public final long tick() {
        handle(new WorkerEvent.Tick(resources()));
        trouble = protocol.trouble();
        return protocol.tickNs();
    }

    /** What heartbeats say that this process has used. */
    protected abstract Resources resources();

    protected final WorkerProtocol protocol() {
        return protocol;
    }

    /** Why it is done: "" if it was asked to go; null while it is not. */
    public final @Nullable String exit() {
        return exit;
    }

    /** Why it has no session, in one line; "" if it has one. Any thread. */
    public final String trouble() {
        return trouble;
    }

    @Override
    public abstract void close();
}
