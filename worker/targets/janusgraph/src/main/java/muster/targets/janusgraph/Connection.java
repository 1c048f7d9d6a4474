package muster.targets.janusgraph;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.tinkerpop.gremlin.driver.Client;
import org.apache.tinkerpop.gremlin.driver.RequestOptions;
import org.apache.tinkerpop.gremlin.driver.Result;
import org.apache.tinkerpop.gremlin.driver.ResultSet;
import org.jspecify.annotations.Nullable;

/** One connection to the server; used by one thread at a time. After a failure it is replaced with the next request. */
final class Connection implements AutoCloseable {
    /** Results in one frame of an answer. */
    private static final int FRAME = 256;

    /** Longer than any script takes. */
    private static final Duration FOR_EVER = Duration.ofHours(2);

    private final Driver driver;
    private final boolean interrupting;
    private @Nullable Client client;

    /** For scripts that the server never interrupts. */
    Connection(Driver driver) {
        this(driver, false);
    }

    /** @param interrupting whether the server shall interrupt a script whose time is up, which not every storage survives */
    Connection(Driver driver, boolean interrupting) {
        this.driver = driver;
        this.interrupting = interrupting;
    }

    /** Writes the request; what it returns is there once the last byte is on its way. */
    ResultSet send(Request request, Deadline deadline) throws Throwable {
        RequestOptions.Builder options = RequestOptions.build()
                .timeout(interrupting ? deadline.leftMilliseconds() : FOR_EVER.toMillis())
                .batchSize(FRAME);
        request.parameters().forEach(options::addParameter);
        Client open = open();
        try {
            return deadline.await(open.submitAsync(request.script(), options.create()));
        } catch (NullPointerException e) {
            // The driver's, for a host that is there and does not answer, or went away meanwhile; nothing was sent.
            throw new ConnectException("no connection could be opened");
        }
    }

    /** The whole answer. */
    List<Result> answer(Request request, Deadline deadline) throws Throwable {
        return receive(send(request, deadline), deadline);
    }

    static List<Result> receive(ResultSet answer, Deadline deadline) throws Throwable {
        return deadline.await(answer.all());
    }

    private Client open() throws IOException {
        Client open = client;
        if (open == null) {
            open = driver.client();
            client = open;
        }
        return open;
    }

    /** Gives the connection up: its last answer is lost or still to come, and would be taken for the next one's. */
    @Override
    public void close() {
        Client open = client;
        client = null;
        if (open != null) {
            CompletableFuture<Void> unused = open.closeAsync();
        }
    }
}
