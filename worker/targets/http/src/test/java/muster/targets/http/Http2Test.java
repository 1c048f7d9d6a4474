package muster.targets.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import muster.targets.contract.RecordingProbe;
import muster.workloads.operation.NoopOperation;
import muster.workloads.operation.Operation;
import muster.workloads.operation.PhaseKey;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanCheck;
import muster.workloads.plan.PlanReader;
import muster.workloads.target.Depth;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Stage;
import muster.workloads.target.Target;
import muster.workloads.target.Transaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HTTP/2 on real sockets, against a server that does what a test wants. */
@Timeout(60)
class Http2Test {
    private static final String HTTP2 = ", protocol: http2, operationTimeout: 1s";

    private static void page(Http2Server.Answering to, int stream) {
        to.headers(stream, "200", false);
        to.data(stream, 1_000, true);
    }

    private static String kind(Http2Server.Behaviour behaviour, String more) throws Exception {
        try (Http2Server server = new Http2Server(behaviour)) {
            return Recorded.failure(server.uri(), HTTP2 + more);
        }
    }

    @Test
    void stages_bytes_and_the_time_of_the_server_are_those_of_http1() throws Exception {
        try (Http2Server server = new Http2Server(Http2Test::page)) {
            Recorded recorded = Recorded.execute(server.uri(), HTTP2, 3);
            assertThat(recorded.stages.subList(0, 4))
                    .containsExactly(Stage.ACQUIRE, Stage.SEND, Stage.WAIT, Stage.RECEIVE);
            assertThat(recorded.reported).containsExactlyEntriesOf(Map.of("server.work", 6_000_000L));
            assertThat(recorded.received).isBetween(3_000L, 3_500L);
            assertThat(recorded.sent).isBetween(50L, 500L);
        }
    }

    @Test
    void clients_share_a_connection_up_to_its_streams() throws Exception {
        try (Http2Server server = new Http2Server(Http2Test::page);
                Target target = Recorded.open(server.uri(), HTTP2 + ", streams: 4");
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Session session = target.session(Depth.EXECUTE);
                running.add(clients.submit(() -> {
                    for (int at = 0; at < 50; at++) {
                        session.execute(Transaction.of(new NoopOperation(at, 0)), Probe.NONE);
                    }
                    return null;
                }));
            }
            for (Future<?> client : running) {
                client.get();
            }
            assertThat(server.connections)
                    .as("one to open the target, and two of four streams")
                    .hasValue(3);
            assertThat(target.connections(8)).as("of eight clients").isEqualTo(2);
            assertThat(target.connections(9)).isEqualTo(3);
        }
    }

    @Test
    void a_body_of_64_mebibytes_needs_no_memory_for_it() throws Exception {
        try (Http2Server server = new Http2Server((to, stream) -> {
            to.headers(stream, "200", false);
            for (int i = 0; i < 64; i++) {
                to.data(stream, 1 << 20, i == 63);
            }
        })) {
            assertThat(Recorded.execute(server.uri(), ", protocol: http2", 1).received)
                    .isGreaterThan(64L << 20);
        }
    }

    @Test
    void a_status_of_an_error_is_an_outcome() throws Exception {
        assertThat(kind((to, stream) -> to.headers(stream, "503", true), "")).isEqualTo("[HTTP 503]");
    }

    @Test
    void a_stream_that_is_reset_is_one_failure() throws Exception {
        assertThat(kind((to, stream) -> to.reset(stream), "")).isEqualTo("StreamReset TRANSIENT");
    }

    @Test
    void a_request_that_goaway_refuses_was_not_executed_even_if_it_changes_something() throws Exception {
        assertThat(kind((to, stream) -> to.goAway(0), ", method: POST")).isEqualTo("GoAway TRANSIENT");
    }

    @Test
    void after_goaway_the_next_request_has_a_new_connection() throws Exception {
        AtomicBoolean gone = new AtomicBoolean();
        try (Http2Server server = new Http2Server((to, stream) -> {
            page(to, stream);
            if (gone.compareAndSet(false, true)) {
                to.goAway(stream);
            }
        })) {
            assertThat(Recorded.execute(server.uri(), HTTP2, 10).outcomes).isEmpty();
        }
    }

    @Test
    void an_end_within_an_answer_is_a_closed_connection() throws Exception {
        assertThat(kind(
                        (to, stream) -> {
                            to.headers(stream, "200", false);
                            to.hangUp();
                        },
                        ""))
                .isEqualTo("ConnectionClosed TRANSIENT");
    }

    @Test
    void half_an_answer_and_then_nothing_is_a_timeout() throws Exception {
        assertThat(kind((to, stream) -> to.headers(stream, "200", false), "")).isEqualTo("Timeout PERMANENT");
    }

    @Test
    void a_server_without_http2_fails_the_opening() throws Exception {
        try (RawServer server = new RawServer((head, client, out) -> {
            out.write(RawServer.bytes("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"));
            return false;
        })) {
            assertThatThrownBy(() -> Recorded.open(server.uri(), HTTP2)).hasMessageContaining("not reached");
        }
    }

    @Test
    void rows_of_an_answer_are_read_as_they_arrive() throws Exception {
        Http2Server.Behaviour rows = (to, stream) -> {
            to.headers(stream, "200", false);
            to.text(stream, "{\"data\": [[1, \"a", false);
            to.text(stream, "b\"], {\"n\": 2}]}", true);
        };
        try (Http2Server server = new Http2Server(rows)) {
            String plan = "{name: t, target: {kind: http, uri: \"" + server.uri() + "\"" + HTTP2
                    + "}, workload: {kind: query,"
                    + " operations: {q: {http: {path: /, rows: /data}}}}, phases: [{kind: measure, operations: 1}]}";
            Plan parsed = PlanReader.parse(plan, "t.yaml", List.of());
            Operation query = PlanCheck.check(parsed, Path::of)
                    .workload()
                    .operations(new PhaseKey(1, 0, "", 0, 1))
                    .at(0);
            try (Target target = new HttpTargetProvider()
                            .open(parsed.target().settings(), parsed.workload().settings());
                    Session session = target.session(Depth.EXECUTE)) {
                assertThat(RecordingProbe.execute(session, query).rows().get(0))
                        .containsExactly(List.of(1L, "ab"), List.of(2L));
            }
        }
    }
}
