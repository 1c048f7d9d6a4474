package muster.neo4j.flight;

import java.nio.file.Path;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.neo4j.server.CommunityEntryPoint;

/**
 * Neo4j with a Flight server beside Bolt. Arguments are Neo4j's. System properties: muster.flight.port, and
 * muster.flight.token, the path of a file whose content every call must present.
 */
public final class Main {
    /** What batches of all streams together may hold; a stream that finds no room fails and says so. */
    private static final long MAX_BYTES = 1L << 30;

    private static final int MAX_TICKET_BYTES = 1 << 16;

    private Main() {}

    /** Serves until Neo4j ends the process. */
    public static void main(String[] arguments) throws Exception {
        serve(Integer.getInteger("muster.flight.port", 8491), Path.of(System.getProperty("muster.flight.token", "")));
        CommunityEntryPoint.main(arguments);
    }

    /** It listens on the loopback interface only, as all of Muster's servers do, and so does without TLS. */
    @SuppressWarnings("resource") // Both live as long as the process.
    private static void serve(int port, Path token) throws Exception {
        BufferAllocator allocator = new RootAllocator(MAX_BYTES);
        FlightServer server = FlightServer.builder(
                        allocator, Location.forGrpcInsecure("127.0.0.1", port), new PropertyProducer(allocator))
                .headerAuthenticator(new TokenAuthenticator(token))
                .maxInboundMessageSize(MAX_TICKET_BYTES)
                .build();
        server.start();
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "muster-flight-stop"));
    }
}
