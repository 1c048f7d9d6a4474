package muster.experiments.observe;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import muster.protocol.Hello;
import muster.protocol.Resources;
import muster.worker.agent.CoordinatorLink;
import muster.worker.agent.SessionLoop;
import muster.worker.agent.protocol.ClockOffset;
import muster.worker.agent.protocol.WorkerAction;
import muster.worker.agent.protocol.WorkerEvent;
import org.jspecify.annotations.Nullable;

/** An observer's session: that of a worker which is never given work. */
final class ObserverLoop extends SessionLoop {
    private final Consumer<String> log;
    private final AtomicReference<@Nullable ClockOffset> clock;

    /** @param clock is set to the offset of the coordinator's clock, and to null while there is no session */
    ObserverLoop(
            Hello hello,
            CoordinatorLink link,
            Runnable wake,
            Consumer<String> log,
            AtomicReference<@Nullable ClockOffset> clock) {
        super(hello, link, wake, log);
        this.log = log;
        this.clock = clock;
    }

    @Override
    public void handle(WorkerEvent event) {
        super.handle(event);
        clock.set(protocol().clock());
    }

    @Override
    protected void act(WorkerAction action) {
        log.accept("ignoring work: this is an observer");
    }

    @Override
    protected Resources resources() {
        return Resources.getDefaultInstance();
    }

    @Override
    public void close() {}
}
