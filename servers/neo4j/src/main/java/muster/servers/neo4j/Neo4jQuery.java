package muster.servers.neo4j;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import muster.servers.HttpProbe;
import muster.servers.ServerContext;
import muster.servers.host.Ports;

/** The question whether Neo4j is ready: its Bolt port must speak Bolt and its HTTP port must answer RETURN 1. */
final class Neo4jQuery {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    /** The magic number of Bolt, then four versions that the client could speak: 5.0 to 5.8, and none. */
    private static final byte[] BOLT = {0x60, 0x60, (byte) 0xB0, 0x17, 0, 8, 8, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    private static final String STATEMENT = "{\"statements\":[{\"statement\":\"RETURN 1 AS one\"}]}";

    private Neo4jQuery() {}

    static void answered(ServerContext context) throws IOException {
        speaksBolt(context.ports().of("bolt"));
        new HttpProbe(context, "http", "/db/neo4j/tx/commit", Optional.of("neo4j"), TIMEOUT)
                .expect("RETURN 1", STATEMENT, "\"row\":[1]");
    }

    private static void speaksBolt(int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(Ports.loopback(port), (int) TIMEOUT.toMillis());
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            OutputStream out = socket.getOutputStream();
            out.write(BOLT);
            InputStream in = socket.getInputStream();
            byte[] version = in.readNBytes(4);
            if (version.length < 4 || version[3] != 5) {
                throw new IOException("port " + port + " does not speak Bolt 5");
            }
        }
    }
}
