package muster.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import muster.cli.run.CoordinatorCommand;
import muster.protocol.Envelope;
import muster.protocol.Finished;
import muster.protocol.Frame;
import muster.protocol.Progress;
import muster.protocol.Refused;
import muster.protocol.Status;
import muster.protocol.Submit;
import muster.protocol.Submitted;
import muster.text.Printable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** Follows a run of a coordinator that says nothing for a while: a real socket, which the test answers by hand. */
@Tag("slow")
class CoordinatorClientTest {
    private static final long RUN = 7;

    private final ZContext context = new ZContext();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private ZMQ.Socket router;
    private String address;
    private CoordinatorClient client;

    @BeforeEach
    void listen() {
        router = context.createSocket(SocketType.ROUTER);
        router.setReceiveTimeOut(100_000);
        int port = router.bindToRandomPort("tcp://127.0.0.1");
        address = "tcp://127.0.0.1:" + port;
        client = new CoordinatorClient(address, null);
    }

    @AfterEach
    void close() {
        client.close();
        context.close();
    }

    @Test
    void a_follower_of_a_silent_coordinator_reports_it_and_asks_again_until_it_answers() throws InterruptedException {
        AtomicReference<Finished> end = new AtomicReference<>();
        Thread follower = Thread.ofVirtual().start(() -> end.set(client.follow(RUN, this::note)));
        byte[] peer = router.recv();
        router.recv();
        while (lines.isEmpty() && follower.isAlive()) {
            Thread.sleep(20);
        }
        send(peer, Envelope.newBuilder().setFinished(Finished.newBuilder().setRunId(RUN)));
        follower.join();
        assertThat(lines.getFirst())
                .startsWith("waiting for the coordinator at tcp://127.0.0.1:")
                .matches(".*, which does not answer: 5\\d s left");
        assertThat(end.get().getRunId()).isEqualTo(RUN);
    }

    @Test
    void a_coordinator_that_has_forgotten_the_run_ends_the_wait() {
        byte[] unknown = Frame.encode(
                Envelope.newBuilder().setStatus(Status.getDefaultInstance()).build());
        Thread.ofVirtual().start(() -> {
            byte[] peer = router.recv();
            router.recv();
            router.sendMore(peer);
            router.send(unknown);
        });
        assertThatThrownBy(() -> client.follow(RUN, this::note)).hasMessageContaining("does not know run 7 any more");
    }

    /** Longer than a coordinator elsewhere is waited for: 5 s. */
    @Test
    void a_coordinator_of_this_process_is_waited_for_while_it_lives_with_a_message() throws InterruptedException {
        try (CoordinatorClient own = new CoordinatorClient(address, null, () -> "")) {
            AtomicReference<Long> run = new AtomicReference<>(0L);
            Thread submitting = Thread.ofVirtual()
                    .start(() ->
                            run.set(own.submit(Submit.getDefaultInstance(), CoordinatorCommand.depot(), this::note)));
            byte[] peer = router.recv();
            router.recv();
            while (lines.size() < 3 && submitting.isAlive()) {
                Thread.sleep(20);
            }
            send(peer, Envelope.newBuilder().setStatus(Status.getDefaultInstance()));
            send(peer, Envelope.newBuilder().setSubmitted(Submitted.newBuilder().setRunId(RUN)));
            submitting.join();
            assertThat(run).hasValue(RUN);
            assertThat(lines).allSatisfy(line -> assertThat(line).contains("runs in this process"));
        }
    }

    @Test
    void a_coordinator_of_this_process_that_has_ended_ends_the_wait_with_its_reason() {
        try (CoordinatorClient own = new CoordinatorClient(address, null, () -> "internal fault: of the test")) {
            assertThatThrownBy(own::status).hasMessage("internal fault: of the test");
        }
    }

    /** Whoever listens there need not be one of ours. */
    @Test
    void text_of_a_coordinator_is_printable_and_bounded_whatever_command_asked() {
        String hostile = "\u001b[2J\n" + "x".repeat(100_000);
        Status status = Status.newBuilder()
                .setStore(hostile)
                .putRefused(hostile, 1)
                .setEnded(Finished.newBuilder().setMessage("one\ntwo " + hostile))
                .build();
        Thread.ofVirtual().start(() -> answer(Envelope.newBuilder().setStatus(status)));
        Status told = client.status();
        for (String text : List.of(
                told.getStore(), told.getRefusedMap().keySet().iterator().next())) {
            assertThat(text).startsWith("\\u001b[2J x").hasSizeLessThanOrEqualTo(Printable.MAX_MESSAGE);
        }
        assertThat(told.getEnded().getMessage())
                .startsWith("one\ntwo \\u001b[2J\nx")
                .hasSizeLessThanOrEqualTo(Printable.MAX_MESSAGE);
        Thread.ofVirtual()
                .start(() -> answer(
                        Envelope.newBuilder().setRefused(Refused.newBuilder().setReason(hostile))));
        assertThatThrownBy(client::status)
                .hasMessageStartingWith("\\u001b[2J x")
                .message()
                .hasSizeLessThanOrEqualTo(Printable.MAX_MESSAGE);
    }

    private void answer(Envelope.Builder envelope) {
        byte[] peer = router.recv();
        router.recv();
        send(peer, envelope);
    }

    private void note(Progress progress) {
        lines.add(progress.getLine());
    }

    private void send(byte[] peer, Envelope.Builder envelope) {
        router.sendMore(peer);
        router.send(Frame.encode(envelope.build()));
    }
}
