package muster.targets.janusgraph.connection;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import muster.targets.janusgraph.script.JanusGraphSettings;
import muster.targets.janusgraph.script.Request;
import muster.targets.support.Deadline;
import muster.targets.support.UnansweredRequest;
import org.jspecify.annotations.Nullable;

/** Requests of HTTP, each with a script and its parameters as JSON. */
public final class HttpConnection implements Connection {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JanusGraphSettings settings;
    private final ScheduledExecutorService watch;
    private volatile @Nullable HttpExchange exchange;
    private volatile boolean late;

    /** @param watch cuts what takes too long: a write to a server that does not read would wait for ever */
    HttpConnection(JanusGraphSettings settings, ScheduledExecutorService watch) {
        this.settings = settings;
        this.watch = watch;
    }

    /**
     * The script as it is sent. The server answers an error with a message alone, so the script itself tells which
     * exceptions there were. JSON does not tell a long from an int, and a set of longs holds no int: so all whole numbers
     * are made long.
     */
    public static String framed(String script) {
        return """
            try {
              def whole
              whole = { it instanceof Integer ? it.longValue() : it instanceof List ? it.collect(whole) : it }
              sent.each { name, value -> binding.setVariable(name, whole(value)) }
            %s
            } catch (Throwable failure) {
              def classes = []
              for (def cause = failure; cause != null; cause = cause.cause) { classes << cause.class.name }
              [[failed: classes, message: String.valueOf(failure.message)]]
            }""".formatted(script);
    }

    @Override
    public Pending send(Request request, Deadline deadline) throws Throwable {
        byte[] body = JSON.writeValueAsBytes(
                Map.of("gremlin", framed(request.script()), "bindings", Map.of("sent", request.parameters())));
        HttpExchange sent = watched(deadline, () -> {
            HttpExchange open = open();
            open.send(body);
            return open;
        });
        return until -> results(watched(until, sent::receive));
    }

    private HttpExchange open() throws IOException {
        HttpExchange open = exchange;
        if (open == null || !open.isKept()) {
            close();
            open = new HttpExchange(settings);
            exchange = open;
            open.connect(settings);
        }
        return open;
    }

    /** The end of the deadline and an interrupt close the socket, and then stand for what its user is told. */
    private <T> T watched(Deadline deadline, Callable<T> part) throws Exception {
        late = false;
        Future<?> guard = watch.schedule(this::cut, deadline.leftMs(), TimeUnit.MILLISECONDS);
        try {
            return part.call();
        } catch (IOException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted");
            }
            if (late) {
                throw new TimeoutException(UnansweredRequest.LATE);
            }
            throw e;
        } finally {
            guard.cancel(false);
        }
    }

    private void cut() {
        late = true;
        close();
    }

    private static List<?> results(HttpExchange.Reply reply) throws Refusal, IOException {
        Map<?, ?> body = JSON.readValue(reply.body(), Map.class);
        if (!reply.isOk()) {
            String message = String.valueOf(body.get("message"));
            throw new Refusal(message, "HTTP " + reply.status(), message.contains("evaluation exceeded"), List.of());
        }
        if (body.get("result") instanceof Map<?, ?> result && result.get("data") instanceof List<?> data) {
            return succeeded(data);
        }
        throw new IOException("an answer without data: " + body.keySet());
    }

    private static List<?> succeeded(List<?> data) throws Refusal {
        if (!data.isEmpty()
                && data.getFirst() instanceof Map<?, ?> failure
                && failure.get("failed") instanceof List<?> classes) {
            List<String> names = classes.stream().map(String::valueOf).toList();
            throw new Refusal(String.valueOf(failure.get("message")), "error", false, names);
        }
        return GraphSon.values(data);
    }

    @Override
    public void close() {
        HttpExchange open = exchange;
        exchange = null;
        if (open != null) {
            open.close();
        }
    }
}
