package muster.targets.arrow;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import muster.workloads.target.TargetException;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.CallOptions;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.HeaderCallOption;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** A client's own connection, with the token in each call and a bound on the time of each. */
final class Connection implements AutoCloseable {
    /** The server answers with its versions: the cheapest round trip. */
    static final String ABOUT = "about";

    private final ArrowSettings settings;
    private final BufferAllocator allocator = new RootAllocator();
    private final FlightClient client;
    private final CallOption[] options;

    Connection(ArrowSettings settings) {
        this.settings = settings;
        this.client = FlightClient.builder(
                        allocator,
                        Location.forGrpcInsecure(
                                settings.uri().getHost(), settings.uri().getPort()))
                .build();
        this.options = options(settings.operationTimeout());
    }

    private CallOption[] options(Duration timeout) {
        CallOption bounded = CallOptions.timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
        if (settings.token().isEmpty()) {
            return new CallOption[] {bounded};
        }
        FlightCallHeaders headers = new FlightCallHeaders();
        headers.insert("authorization", "Bearer " + settings.token());
        return new CallOption[] {bounded, new HeaderCallOption(headers)};
    }

    /** What the server says of itself; throws within the connect time-out. */
    String about() throws TargetException {
        try {
            return about(options(settings.connectTimeout()));
        } catch (FlightRuntimeException e) {
            throw new TargetException(settings + ": " + Failures.line(e), e);
        }
    }

    private String about(CallOption... with) {
        Iterator<Result> results = client.doAction(new Action(ABOUT), with);
        String said = results.hasNext() ? new String(results.next().getBody(), StandardCharsets.UTF_8) : "";
        results.forEachRemaining(more -> {});
        return said;
    }

    void roundTrip() {
        about(options);
    }

    void describe(String ticket) {
        client.getInfo(FlightDescriptor.command(bytes(ticket)), options);
    }

    FlightStream stream(String ticket) {
        return client.getStream(new Ticket(bytes(ticket)), options);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** What fails to close is of no interest any more. */
    @Override
    public void close() {
        try {
            client.close();
            allocator.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            // The allocator complains of what a stream that was cut off still held.
            return;
        }
    }
}
