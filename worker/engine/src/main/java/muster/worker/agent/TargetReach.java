package muster.worker.agent;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import muster.protocol.TaskResult;
import muster.workloads.plan.Plan;
import muster.workloads.plan.TargetDefaults;
import muster.workloads.target.TargetException;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a target that has gone silent within a phase can still be reached: it is opened anew, with connections of
 * its own, since those of the clients may all be in use.
 */
final class TargetReach {
    private static final Duration MAX_OPENING = Duration.ofSeconds(20);
    private static final Duration MAX_CONNECT = Duration.ofSeconds(3);
    private static final Duration MIN_SILENCE = Duration.ofSeconds(2);
    private static final Map<String, Integer> PORTS =
            Map.of("http", 80, "https", 443, "bolt", 7687, "neo4j", 7687, "redis", 6379, "postgresql", 5432);

    private final TargetCache targets;
    private final Plan plan;

    TargetReach(TargetCache targets, Plan plan) {
        this.targets = targets;
        this.plan = plan;
    }

    /** Takes {@link #MAX_OPENING} and {@link #MAX_CONNECT} at most. */
    TaskResult.Builder attempt(TaskResult.Builder result) {
        long startNs = System.nanoTime();
        String silence = silence();
        boolean waited = System.nanoTime() - startNs >= patienceNs();
        if (silence.isEmpty()) {
            return result;
        }
        String refusal = refusal();
        if (refusal.isEmpty() && !waited) {
            return result;
        }
        return result.setFailure("target")
                .setMessage(refusal.isEmpty() ? silence : refusal)
                .putFacts("connects", String.valueOf(refusal.isEmpty()));
    }

    /** A server that listens and fails an opening sooner has answered: it is full, or it refuses us. */
    private long patienceNs() {
        Duration connectTimeout = TargetDefaults.of(plan.target().settings()).connectTimeout();
        return Math.min(MIN_SILENCE.toNanos(), connectTimeout.toNanos() / 2);
    }

    /** Why the target does not answer; "" if it does. */
    private String silence() {
        FutureTask<String> opening = new FutureTask<>(this::open);
        Thread.ofPlatform().name("muster-reach").daemon(true).start(opening);
        try {
            return opening.get(MAX_OPENING.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return "%s: no answer to a new connection within %d s"
                    .formatted(
                            plan.target().settings().raw().getOrDefault("uri", "the target"), MAX_OPENING.toSeconds());
        } catch (ExecutionException e) {
            return String.valueOf(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        } finally {
            opening.cancel(true);
        }
    }

    private String open() {
        try {
            targets.connect(plan).close();
            return "";
        } catch (TargetException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Why no connection can be made; "" if one can, or if the plan does not say where to. */
    private String refusal() {
        InetSocketAddress address = address();
        if (address == null) {
            return "";
        }
        try (Socket socket = new Socket()) {
            socket.connect(address, (int) MAX_CONNECT.toMillis());
            return "";
        } catch (IOException e) {
            return "%s:%d: %s".formatted(address.getHostString(), address.getPort(), e.getMessage());
        }
    }

    private @Nullable InetSocketAddress address() {
        try {
            URI uri = URI.create(String.valueOf(plan.target().settings().raw().get("uri")));
            int port = uri.getPort() > 0 ? uri.getPort() : PORTS.getOrDefault(String.valueOf(uri.getScheme()), 0);
            return uri.getHost() == null || port == 0 ? null : new InetSocketAddress(uri.getHost(), port);
        } catch (IllegalArgumentException noAddress) {
            return null;
        }
    }
}
