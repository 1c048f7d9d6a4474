package muster.targets.janusgraph.connection;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import muster.targets.janusgraph.script.Request;
import muster.targets.support.Deadline;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.RequestOptions;
import org.apache.tinkerpop.gremlin.driver.Result;
import org.apache.tinkerpop.gremlin.driver.ResultSet;
import org.apache.tinkerpop.gremlin.driver.exception.ResponseException;
import org.apache.tinkerpop.gremlin.util.message.ResponseStatusCode;
import org.jspecify.annotations.Nullable;

/** A WebSocket of the official driver, which numbers its requests. */
public final class GremlinConnection implements Connection {
    /** Results in one frame of an answer. */
    public static final int FRAME = 256;

    /** Longer than any script takes. */
    public static final Duration FOR_EVER = Duration.ofHours(2);

    private final GremlinDriver driver;
    private final boolean interrupting;
    private @Nullable Client client;

    GremlinConnection(GremlinDriver driver, boolean interrupting) {
        this.driver = driver;
        this.interrupting = interrupting;
    }

    @Override
    public Pending send(Request request, Deadline deadline) throws Throwable {
        RequestOptions.Builder options = RequestOptions.build()
                .timeout(interrupting ? deadline.leftMs() : FOR_EVER.toMillis())
                .batchSize(FRAME);
        request.parameters().forEach(options::addParameter);
        Client open = open();
        try {
            ResultSet answer = deadline.await(open.submitAsync(request.script(), options.create()));
            return new Streamed(answer);
        } catch (ResponseException e) {
            throw refusal(e);
        } catch (NullPointerException e) {
            // The driver's, for a host that is there and does not answer, or went away meanwhile; nothing was sent.
            throw new ConnectException("no connection could be opened");
        }
    }

    private record Streamed(ResultSet answer) implements Pending {
        @Override
        public List<?> results(Deadline deadline) throws Throwable {
            try {
                return deadline.await(answer.all()).stream()
                        .map(Result::getObject)
                        .toList();
            } catch (ResponseException e) {
                throw refusal(e);
            }
        }

        /** A frame at a time: an answer may be longer than memory holds. */
        @Override
        public boolean each(Deadline deadline, Predicate<@Nullable Object> take) throws Throwable {
            try {
                List<Result> some = deadline.await(answer.some(FRAME));
                while (!some.isEmpty()) {
                    for (Result result : some) {
                        if (!take.test(result.getObject())) {
                            return false;
                        }
                    }
                    some = deadline.await(answer.some(FRAME));
                }
                return true;
            } catch (ResponseException e) {
                throw refusal(e);
            }
        }
    }

    public static Refusal refusal(ResponseException e) {
        return new Refusal(
                String.valueOf(e.getMessage()),
                e.getResponseStatusCode().name(),
                e.getResponseStatusCode() == ResponseStatusCode.SERVER_ERROR_TIMEOUT,
                e.getRemoteExceptionHierarchy().orElse(List.of()));
    }

    private Client open() throws IOException {
        Client open = client;
        if (open == null) {
            open = driver.client();
            client = open;
        }
        return open;
    }

    @Override
    public void close() {
        Client open = client;
        client = null;
        if (open != null) {
            CompletableFuture<Void> unused = open.closeAsync();
        }
    }
}
