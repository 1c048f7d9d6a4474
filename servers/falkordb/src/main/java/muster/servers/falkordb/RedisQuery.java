package muster.servers.falkordb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import muster.servers.ServerContext;
import muster.servers.host.Ports;
import muster.servers.host.ServerException;

/** The question whether FalkorDB is ready: the list of its graphs, which Redis without the module could not answer. */
final class RedisQuery {
    private static final int TIMEOUT_MS = 5_000;

    private RedisQuery() {}

    static void answered(ServerContext context) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(Ports.loopback(context.ports().of("redis")), TIMEOUT_MS);
            socket.setSoTimeout(TIMEOUT_MS);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            if (context.password().isPresent()) {
                authenticate(context, socket.getOutputStream(), in);
            }
            String graphs = ask(socket.getOutputStream(), in, "GRAPH.LIST");
            if (!graphs.startsWith("*")) {
                throw new IOException("the list of graphs was answered with " + graphs);
            }
        }
    }

    private static void authenticate(ServerContext context, OutputStream out, BufferedReader in) throws IOException {
        String answer =
                ask(out, in, "AUTH default " + context.password().orElseThrow().value());
        if (answer.startsWith("-WRONGPASS")) {
            throw new ServerException(
                    "the server refuses the password of " + context.password().orElseThrow());
        }
    }

    /** The first line of the answer to one command. */
    private static String ask(OutputStream out, BufferedReader in, String command) throws IOException {
        out.write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
        String line = in.readLine();
        if (line == null) {
            throw new IOException("the connection was closed");
        }
        return line;
    }
}
