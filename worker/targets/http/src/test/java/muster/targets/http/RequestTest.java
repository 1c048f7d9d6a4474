package muster.targets.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import muster.workloads.plan.language.PlanException;
import muster.workloads.target.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is sent, and what is read of an answer's headers. */
class RequestTest {
    private final List<String> heads = new CopyOnWriteArrayList<>();

    private RawServer recording(String moreHeaders) {
        return RawServer.afterHead((head, client, out) -> {
            heads.add(head);
            out.write(RawServer.bytes("HTTP/1.1 200 OK\r\n" + moreHeaders + "Content-Length: 2\r\n\r\nok"));
            return true;
        });
    }

    @Test
    void parameters_stand_in_path_headers_and_body() throws Exception {
        try (RawServer server = recording("")) {
            Recorded.execute(server.uri(), ", path: '/users/{index}?q={other', headers: {X-Request: 'n{index}'}", 2);
            assertThat(heads)
                    .containsExactly(
                            head(server, "GET /users/0?q={other HTTP/1.1", "x-request: n0"),
                            head(server, "GET /users/1?q={other HTTP/1.1", "x-request: n1"));
        }
    }

    private static String head(RawServer server, String line, String field) {
        return line + "\r\nhost: " + server.uri().substring(7, server.uri().length() - 1) + "\r\n" + field + "\r\n\r\n";
    }

    @Test
    void compression_and_the_end_of_the_connection_are_asked_for() throws Exception {
        try (RawServer server = recording("")) {
            Recorded recorded = Recorded.execute(server.uri(), ", compression: gzip, keepAlive: false", 2);
            assertThat(heads).allMatch(head -> head.contains("accept-encoding: gzip\r\nconnection: close\r\n"));
            assertThat(recorded.stages)
                    .containsExactly(
                            Stage.CONNECT,
                            Stage.SEND,
                            Stage.WAIT,
                            Stage.RECEIVE,
                            Stage.CONNECT,
                            Stage.SEND,
                            Stage.WAIT,
                            Stage.RECEIVE);
        }
    }

    @Test
    void what_the_server_says_of_its_time_is_reported() throws Exception {
        String timing = "Server-Timing: cache;desc=\"x\", db;dur=53.2, app;desc=y;dur=0.5\r\n";
        String headers = timing + "X-Arango-Queue-Time-Seconds: 0.25\r\n";
        try (RawServer server = recording(headers)) {
            assertThat(Recorded.execute(server.uri(), "", 1).reported)
                    .containsOnly(
                            Map.entry("server.db", 53_200_000L),
                            Map.entry("server.app", 500_000L),
                            Map.entry("server.queue", 250_000_000L));
        }
    }

    @Test
    void bytes_count_in_both_directions() throws Exception {
        try (RawServer server = recording("")) {
            Recorded recorded = Recorded.execute(server.uri(), "", 1);
            assertThat(recorded.sent).isEqualTo(heads.getFirst().length());
            assertThat(recorded.received).isEqualTo("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".length());
        }
    }

    @Test
    void a_unix_socket_takes_the_place_of_host_and_port(@TempDir Path folder) throws Exception {
        Path socket = folder.resolve("s");
        try (ServerSocketChannel listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listening.bind(UnixDomainSocketAddress.of(socket));
            Thread.startVirtualThread(() -> answerAll(listening));
            assertThat(Recorded.execute("http://any.example/", ", unixSocket: '" + socket + "'", 3).outcomes)
                    .isEmpty();
        }
    }

    private static void answerAll(ServerSocketChannel listening) {
        try {
            while (true) {
                SocketChannel client = listening.accept();
                Thread.startVirtualThread(() -> answer(client));
            }
        } catch (IOException closed) {
            return;
        }
    }

    private static void answer(SocketChannel client) {
        byte[] empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
        try (client) {
            while (client.read(ByteBuffer.allocate(4096)) >= 0) {
                client.write(ByteBuffer.wrap(empty));
            }
        } catch (IOException gone) {
            return;
        }
    }

    @Test
    void a_parameter_that_no_operation_has_is_refused() {
        assertThatThrownBy(() -> Recorded.open("http://127.0.0.1/", ", path: '/{user}'"))
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("index");
    }

    @Test
    void a_header_with_a_line_break_is_refused() {
        assertThatThrownBy(() -> Recorded.open("http://127.0.0.1/", ", headers: {A: \"b\\r\\nC: d\"}"))
                .isInstanceOf(PlanException.class);
    }
}
