package muster.worker.agent;

import muster.worker.agent.protocol.WorkerEvent;
import org.jspecify.annotations.Nullable;

/**
 * What a peer of a coordinator does with the events of its session. One thread drives it: {@link #handle},
 * {@link #drainMailbox} and {@link #tick}; any thread may {@link #post}.
 */
public interface SessionLoop extends AutoCloseable {
    void handle(WorkerEvent event);

    void post(WorkerEvent event);

    void drainMailbox();

    /** To be called as often as it says; returns after how many nanoseconds again. */
    long tick();

    /** Why it is done: "" if it was asked to go; null while it is not. */
    @Nullable
    String exit();

    /** Why it has no session, in one line; "" if it has one. Any thread. */
    String trouble();

    @Override
    void close();

    /** Makes one that sends over a link. */
    @FunctionalInterface
    interface Factory {
        /**
         * Makes one.
         *
         * @param wake makes the driving thread call {@link #drainMailbox} soon
         */
        SessionLoop create(CoordinatorLink link, Runnable wake);
    }
}
