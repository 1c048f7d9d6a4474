package muster.coordinator.control;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import muster.coordinator.core.event.CrashTask;
import muster.coordinator.core.event.Event;
import muster.coordinator.core.event.ServerTask;
import muster.model.ServerStartRow;
import org.jspecify.annotations.Nullable;

/**
 * Starting a server takes seconds, so it has its own thread, which does one thing after another. The coordinator's
 * thread drives it.
 */
public final class ServerThread implements AutoCloseable {
    private static final long MAX_STOP_S = 60;

    private final ServerControl control;
    private final LongSupplier clock;
    private final Consumer<Event> answers;
    private final Consumer<ServerStartRow> starts;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("muster-server").daemon(true).factory());

    private @Nullable Future<?> starting;

    /**
     * Does nothing yet.
     *
     * @param clock nanoseconds of the coordinator's clock; any thread may read it
     * @param answers takes {@link Event.ServerAnswered} and {@link Event.ServerCrashed}; called by this thread
     * @param starts takes what was started; called by this thread
     */
    public ServerThread(
            ServerControl control, LongSupplier clock, Consumer<Event> answers, Consumer<ServerStartRow> starts) {
        this.control = control;
        this.clock = clock;
        this.answers = answers;
        this.starts = starts;
    }

    public void begin(ServerTask task) {
        starting = thread.submit(() -> answers.accept(new Event.ServerAnswered(task, failure(task))));
    }

    /** "" if the server runs. */
    private String failure(ServerTask task) {
        try {
            starts.accept(control.perform(task));
            return "";
        } catch (RuntimeException e) {
            return "server " + task.server().name() + ": " + (e.getMessage() == null ? e : e.getMessage());
        }
    }

    public void begin(CrashTask task) {
        starting = thread.submit(() -> answers.accept(crash(task)));
    }

    private Event crash(CrashTask task) {
        try {
            return new Event.ServerCrashed(task, control.crash(task, clock), "");
        } catch (RuntimeException e) {
            String message =
                    "the server did not come back after the crash: " + (e.getMessage() == null ? e : e.getMessage());
            return new Event.ServerCrashed(task, CrashTask.Times.NONE, message);
        }
    }

    /** After a run. */
    public void stop() {
        thread.execute(control::stop);
    }

    /** A start that is under way is given up. */
    @Override
    public void close() {
        if (starting != null) {
            starting.cancel(true);
        }
        thread.shutdown();
        try {
            boolean unused = thread.awaitTermination(MAX_STOP_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        control.close();
    }
}
