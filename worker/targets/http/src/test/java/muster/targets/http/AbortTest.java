package muster.targets.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import muster.workloads.operation.NoopOperation;
import muster.workloads.target.AbortResult;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that are ended from outside, on real sockets. */
@Timeout(25)
class AbortTest {
    private final Semaphore arrived = new Semaphore(0);
    private final AtomicInteger requests = new AtomicInteger();

    /** The first request after the opening is answered, the second never, all later ones are. */
    private RawServer silentOnce() {
        return RawServer.afterHead((head, client, out) -> {
            if (requests.incrementAndGet() == 2) {
                arrived.release();
                new Semaphore(0).acquire();
            }
            out.write(RawServer.bytes("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"));
            return true;
        });
    }

    private static void execute(Session session) throws OperationFailure {
        session.execute(Transaction.of(new NoopOperation(0, 0)), Probe.NONE);
    }

    private void endsOnce(String more) throws Exception {
        try (RawServer server = silentOnce();
                Target target = Recorded.open(server.uri(), more);
                Session session = target.session(Depth.EXECUTE)) {
            execute(session);
            CompletableFuture<AbortResult> aborted = CompletableFuture.supplyAsync(
                    () -> {
                        arrived.acquireUninterruptibly();
                        return session.abort();
                    },
                    Thread::startVirtualThread);
            assertThatThrownBy(() -> execute(session)).isInstanceOf(OperationFailure.class);
            assertThat(aborted.get().state()).isEqualTo(AbortResult.State.UNCONFIRMED);
            assertThat(aborted.get().message()).contains("the connection was closed");
            assertThat(requests)
                    .as("a safe request on a kept connection is not sent again")
                    .hasValue(2);
            execute(session);
            assertThat(requests).hasValue(3);
        }
    }

    @Test
    void the_connection_is_closed_and_the_request_is_not_sent_again() throws Exception {
        endsOnce("");
    }

    @Test
    void a_connection_of_a_pool_is_closed_while_its_request_runs() throws Exception {
        endsOnce(", connections: 1");
    }

    @Test
    void a_request_that_waits_for_a_connection_goes_on() throws Exception {
        try (RawServer server = silentOnce();
                Target target = Recorded.open(server.uri(), ", connections: 1");
                Session session = target.session(Depth.EXECUTE)) {
            assertThat(session.abort().state()).isEqualTo(AbortResult.State.RUNNING);
        }
    }

    @Test
    void of_http2_only_the_stream_is_reset() throws Exception {
        try (Http2Server server = new Http2Server((to, stream) -> {
                    if (requests.incrementAndGet() == 2) {
                        arrived.release();
                    } else {
                        to.headers(stream, "200", true);
                    }
                });
                Target target = Recorded.open(server.uri(), ", protocol: http2, connections: 1");
                Session session = target.session(Depth.EXECUTE);
                Session other = target.session(Depth.EXECUTE)) {
            execute(session);
            CompletableFuture<AbortResult> aborted = CompletableFuture.supplyAsync(
                    () -> {
                        arrived.acquireUninterruptibly();
                        return session.abort();
                    },
                    Thread::startVirtualThread);
            assertThatThrownBy(() -> execute(session)).isInstanceOf(OperationFailure.class);
            assertThat(aborted.get().message()).contains("the stream was reset");
            int connections = server.connections.get();
            execute(other);
            execute(session);
            assertThat(server.connections).as("the connection is kept").hasValue(connections);
        }
    }
}
