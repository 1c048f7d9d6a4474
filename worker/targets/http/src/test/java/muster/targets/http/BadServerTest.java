package muster.targets.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import muster.workloads.operation.NoopOperation;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that misbehave, on real sockets: each is one kind of outcome, and none holds a client for long. */
@Timeout(60)
class BadServerTest {
    private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
    private static final String CHUNKS =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\nhello\r\n0\r\nTrailer: t\r\n\r\n";
    private static final String SHORT = ", operationTimeout: 200ms";

    private static String kind(RawServer.Behaviour behaviour, String more) throws Exception {
        try (RawServer server = RawServer.afterHead(behaviour)) {
            return Recorded.failure(server.uri(), more);
        }
    }

    @Test
    void an_unknown_host_is_named() {
        assertThatThrownBy(() -> Recorded.open("http://no-such-host.invalid/", ""))
                .isInstanceOf(TargetException.class)
                .hasMessage("no-such-host.invalid:80: not reached: unknown host no-such-host.invalid");
    }

    @Test
    void a_server_that_accepts_and_never_answers_fails_the_opening_in_time() throws Exception {
        try (RawServer server = new RawServer((head, client, out) -> {
            new Semaphore(0).acquire();
            return false;
        })) {
            assertThatThrownBy(() -> Recorded.open(server.uri(), SHORT))
                    .hasMessageContaining("no answer within 200 ms");
        }
    }

    @Test
    void half_an_answer_and_then_nothing_is_a_timeout() throws Exception {
        assertThat(kind(
                        (head, client, out) -> {
                            out.write(RawServer.bytes("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"));
                            new Semaphore(0).acquire();
                            return false;
                        },
                        SHORT))
                .isEqualTo("Timeout PERMANENT");
    }

    @Test
    void one_byte_now_and_then_does_not_extend_the_time() throws Exception {
        assertThat(kind(
                        (head, client, out) -> {
                            out.write(RawServer.bytes("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"));
                            while (true) {
                                out.write('x');
                                Thread.sleep(20);
                            }
                        },
                        SHORT))
                .isEqualTo("Timeout PERMANENT");
    }

    @Test
    void half_an_answer_and_the_end_is_a_closed_connection() throws Exception {
        assertThat(kind(
                        (head, client, out) -> {
                            out.write(RawServer.bytes("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"));
                            return false;
                        },
                        ""))
                .isEqualTo("ConnectionClosed TRANSIENT");
    }

    @Test
    void a_reset_within_an_answer_is_distinguished_from_an_end() throws Exception {
        assertThat(kind(BadServerTest::half, "")).isEqualTo("ConnectionReset TRANSIENT");
    }

    private static boolean half(String head, Socket client, OutputStream out) throws Exception {
        out.write(RawServer.bytes("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"));
        client.setSoLinger(true, 0);
        return false;
    }

    @Test
    void what_a_lost_answer_changed_is_unknown() throws Exception {
        assertThat(kind((head, client, out) -> false, ", method: POST")).isEqualTo("ConnectionClosed UNKNOWN");
    }

    @Test
    void what_is_no_http_is_a_bad_response() throws Exception {
        assertThat(kind(
                        (head, client, out) -> {
                            out.write(RawServer.bytes("220 mail.example.com ESMTP ready\r\n"));
                            return false;
                        },
                        ""))
                .isEqualTo("BadResponse TRANSIENT");
    }

    @Test
    void endless_headers_end_with_a_bound() throws Exception {
        assertThat(kind(
                        (head, client, out) -> {
                            out.write(RawServer.bytes("HTTP/1.1 200 OK\r\n"));
                            while (true) {
                                out.write(RawServer.bytes("a: b\r\n".repeat(1000)));
                            }
                        },
                        ""))
                .isEqualTo("BadResponse TRANSIENT");
    }

    @Test
    void only_errors_are_outcomes_one_each() throws Exception {
        try (RawServer server = RawServer.afterHead((head, client, out) -> {
            out.write(RawServer.bytes("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"));
            return true;
        })) {
            assertThat(Recorded.execute(server.uri(), "", 100).outcomes)
                    .hasSize(100)
                    .containsOnly("HTTP 503");
        }
    }

    @Test
    void a_gibibyte_passes_through_a_small_buffer() throws Exception {
        byte[] piece = new byte[1 << 20];
        try (RawServer server = RawServer.afterHead((head, client, out) -> {
            out.write(RawServer.bytes("HTTP/1.1 200 OK\r\nContent-Length: " + (1L << 30) + "\r\n\r\n"));
            for (int i = 0; i < 1024; i++) {
                out.write(piece);
            }
            return true;
        })) {
            assertThat(Recorded.execute(server.uri(), "", 1).received).isGreaterThan(1L << 30);
        }
    }

    @Test
    void a_kept_connection_that_the_server_has_ended_is_replaced_within_the_operation() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        try (RawServer server = RawServer.afterHead((head, client, out) -> {
            connections.incrementAndGet();
            out.write(RawServer.bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
            return false;
        })) {
            assertThat(Recorded.execute(server.uri(), "", 20).outcomes).isEmpty();
            assertThat(connections).hasValue(20);
        }
    }

    @Test
    void bodies_in_chunks_until_the_end_and_none_at_all_are_read_to_their_ends() throws Exception {
        String[] answers = {
            CONTINUE + CHUNKS,
            "HTTP/1.1 204 No Content\r\n\r\n",
            "HTTP/1.1 200 OK\nCONTENT-LENGTH:3\n\nabc",
            "HTTP/1.0 200 OK\r\n\r\nuntil the end",
        };
        AtomicInteger next = new AtomicInteger();
        try (RawServer server = RawServer.afterHead((head, client, out) -> {
            String answer = answers[next.getAndIncrement() % answers.length];
            out.write(RawServer.bytes(answer));
            return !answer.startsWith("HTTP/1.0");
        })) {
            Recorded recorded = Recorded.execute(server.uri(), "", 8);
            assertThat(recorded.outcomes).isEmpty();
            assertThat(next).hasValue(8);
        }
    }

    @Test
    void a_client_that_is_interrupted_ends_at_once() throws Exception {
        Semaphore asked = new Semaphore(0);
        try (RawServer server = RawServer.afterHead((head, client, out) -> {
                    asked.release();
                    new Semaphore(0).acquire();
                    return false;
                });
                Target target = Recorded.open(server.uri(), "");
                Session session = target.session(Depth.EXECUTE)) {
            Thread client = Thread.startVirtualThread(() -> {
                try {
                    session.execute(Transaction.of(new NoopOperation(0, 0)), Probe.NONE);
                } catch (OperationFailure failure) {
                    assertThat(failure.errorClass()).isEqualTo("Interrupted");
                }
            });
            asked.acquire();
            client.interrupt();
            client.join();
        }
    }
}
