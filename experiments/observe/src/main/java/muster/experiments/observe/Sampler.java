package muster.experiments.observe;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import muster.coordinator.observe.MetricsEndpoint;
import muster.coordinator.observe.SampleReader;
import muster.protocol.Envelope;
import muster.protocol.ResourceSample;
import muster.worker.agent.protocol.ClockOffset;
import muster.worker.agent.protocol.WorkerEvent;
import org.jspecify.annotations.Nullable;

/** Reads the server at each whole second of the coordinator's clock, on its own thread, while there is a session. */
final class Sampler implements AutoCloseable {
    private static final long SECOND_NS = 1_000_000_000;

    private final AtomicReference<@Nullable ClockOffset> coordinator;
    private final Consumer<WorkerEvent> events;
    private final ObservedServer server;
    private final @Nullable MetricsEndpoint metrics;
    private final Consumer<String> log;
    private final SampleReader reader = new SampleReader();
    private final CountDownLatch closing = new CountDownLatch(1);
    private String trouble = "";
    private volatile String end = "";

    /**
     * Reads nothing yet.
     *
     * @param coordinator the offset of its clock; null while there is no session
     * @param events takes what is to be sent, and the wish to leave if the server has ended and does not come back
     * @param metrics null for none
     */
    Sampler(
            AtomicReference<@Nullable ClockOffset> coordinator,
            Consumer<WorkerEvent> events,
            ObservedServer server,
            @Nullable MetricsEndpoint metrics,
            Consumer<String> log) {
        this.coordinator = coordinator;
        this.events = events;
        this.server = server;
        this.metrics = metrics;
        this.log = log;
    }

    void begin() {
        Thread.ofPlatform().name("muster-sampler").daemon(true).start(this::work);
    }

    private void work() {
        try {
            while (!closing.await(untilNextNs(), TimeUnit.NANOSECONDS)) {
                sample();
                if (!server.isAlive() && !follow()) {
                    end = "the observed process has ended";
                    events.accept(new WorkerEvent.Leave("its process has ended"));
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private long untilNextNs() {
        ClockOffset clock = coordinator.get();
        return clock == null ? SECOND_NS : SECOND_NS - Math.floorMod(System.nanoTime() + clock.offsetNs(), SECOND_NS);
    }

    private void sample() throws InterruptedException {
        ClockOffset clock = coordinator.get();
        if (clock != null) {
            ResourceSample.Builder sample = reader.read(server.isAlive() ? server.pid() : -1);
            sample.setReadAtNs(sample.getReadAtNs() + clock.offsetNs()).setServer(server.text());
            Envelope.Builder envelope = Envelope.newBuilder().setResourceSample(sample.putAllMetrics(metrics()));
            events.accept(new WorkerEvent.Request(envelope));
        }
    }

    private Map<String, Double> metrics() throws InterruptedException {
        if (metrics == null) {
            return Map.of();
        }
        try {
            Map<String, Double> read = metrics.next();
            say("");
            return read;
        } catch (IOException e) {
            say("no metrics: " + e);
            return Map.of();
        }
    }

    private void say(String now) {
        if (!now.equals(trouble)) {
            log.accept(now.isEmpty() ? "metrics are back" : now);
            trouble = now;
        }
    }

    /** Looks whether the server was started again; false if it will not be. */
    private boolean follow() {
        if (server.pid() >= 0) {
            log.accept(server.text() + " has ended; what was observed of it is kept"
                    + (server.comesBack() ? "; waiting for it to be started again" : ""));
        }
        server.find();
        if (server.isAlive()) {
            log.accept("observing " + server.text());
        }
        return server.comesBack();
    }

    /** Why there is nothing to observe any more, in one line; "" if there is. */
    String end() {
        return end;
    }

    @Override
    public void close() {
        closing.countDown();
    }
}
