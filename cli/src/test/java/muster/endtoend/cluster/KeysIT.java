package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import muster.cli.client.CoordinatorClient;
import muster.cli.run.CoordinatorCommand;
import muster.cli.run.PlanScriptReader;
import muster.coordinator.control.ServerControl;
import muster.coordinator.server.BindException;
import muster.coordinator.server.FileDepot;
import muster.coordinator.server.RouterService;
import muster.endtoend.Background;
import muster.protocol.Envelope;
import muster.protocol.Frame;
import muster.protocol.Heartbeat;
import muster.protocol.Hello;
import muster.protocol.StatusRequest;
import muster.protocol.Submit;
import muster.protocol.keys.Admitted;
import muster.protocol.keys.Admitted.Role;
import muster.protocol.keys.ClusterKeys;
import muster.protocol.keys.KeyFolder;
import muster.protocol.keys.KeyPair;
import muster.protocol.keys.PeerKeys;
import muster.store.file.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** A coordinator with keys, on real sockets: who comes in, and who does not. */
@Tag("slow")
class KeysIT {
    private static final int NO_ANSWER_MS = 400;
    private static final int ANSWER_MS = 100_000;

    @TempDir
    private Path folder;

    private final List<String> log = new ArrayList<>();
    private KeyFolder keys;
    private Store store;
    private RouterService service;
    private ZContext context;

    @BeforeEach
    void serve() throws BindException {
        keys = new KeyFolder(folder.resolve("keys"));
        keys.newCluster();
        keys.add(new Admitted(Role.WORKER, "a"));
        keys.add(new Admitted(Role.WORKER, "b"));
        keys.add(new Admitted(Role.CLIENT, "client"));
        store = Store.open(folder.resolve("s.db"));
        service = serve(keys.coordinator());
        context = new ZContext();
    }

    private RouterService serve(ClusterKeys listed) throws BindException {
        Consumer<String> lines = line -> {
            synchronized (log) {
                log.add(line);
            }
        };
        FileDepot depot = new FileDepot(folder.resolve("depot"));
        return new RouterService(
                "tcp://127.0.0.1:0",
                listed,
                CoordinatorCommand.settings(store),
                store,
                new PlanScriptReader(ServerControl.NONE),
                depot,
                lines);
    }

    @AfterEach
    void end() {
        context.close();
        service.close();
        store.close();
    }

    @Test
    void a_listed_worker_joins_under_the_name_of_its_key() {
        ZMQ.Socket a = dealer(keys.worker("a"));
        send(a, hello("a"));
        assertThat(receive(a).hasWelcome()).isTrue();
    }

    @Test
    void a_listed_client_is_answered() {
        try (CoordinatorClient client = new CoordinatorClient(service.address(), keys.client())) {
            assertThat(client.status().getRefusedMap()).isEmpty();
        }
    }

    @Test
    void an_unlisted_key_is_refused_logged_once_and_counted() {
        for (int i = 0; i < 3; i++) {
            silent(dealer(stranger(keys.client().coordinator())));
        }
        assertThat(refused("unlisted_key")).isGreaterThanOrEqualTo(3);
        assertThat(lines("is not listed")).hasSize(1).first().asString().contains("127.0.0.1");
    }

    @Test
    void a_peer_without_the_coordinators_key_gets_no_answer() {
        PeerKeys right = keys.worker("a");
        silent(dealer(new PeerKeys("a", KeyPair.generate().publicKey(), right.own())));
    }

    @Test
    void a_peer_without_keys_gets_no_answer_and_is_counted() {
        silent(dealer(null));
        Background.until(() -> refused("closed_early") > 0);
        // A connection that is gone before its address was asked for has no host, so it may have a line of its own.
        assertThat(lines("no key or a wrong one")).hasSizeBetween(1, 2);
    }

    @Test
    void a_listed_workers_key_does_not_join_under_anothers_name() {
        ZMQ.Socket b = dealer(keys.worker("b"));
        send(b, hello("a"));
        assertThat(receive(b).getRefused().getReason()).isEqualTo("the key of worker b cannot join as worker a");
        assertThat(refused("other_identity")).isEqualTo(1);
        assertThat(joined()).isEmpty();
    }

    @Test
    void several_workers_share_a_key_under_names_that_begin_with_its_own() {
        for (String name : List.of("a/host1", "a/host2")) {
            ZMQ.Socket replica = dealer(keys.worker("a"));
            send(replica, hello(name));
            assertThat(receive(replica).hasWelcome()).as(name).isTrue();
        }
        ZMQ.Socket other = dealer(keys.worker("b"));
        send(other, hello("a/host3"));
        assertThat(receive(other).getRefused().getReason())
                .isEqualTo("the key of worker b cannot join as worker a/host3");
    }

    @Test
    void a_listed_workers_key_does_not_speak_in_the_session_of_another() {
        ZMQ.Socket a = dealer(keys.worker("a"));
        send(a, hello("a"));
        Envelope welcome = receive(a);
        ZMQ.Socket b = dealer(keys.worker("b"));
        send(b, welcome.toBuilder().clearWelcome().setHeartbeat(Heartbeat.getDefaultInstance()));
        assertThat(receive(b).getRefused().getReason()).isEqualTo("the key of worker b used a session of worker a");
    }

    @Test
    void a_workers_key_submits_no_run_and_a_clients_key_executes_none() {
        ZMQ.Socket a = dealer(keys.worker("a"));
        send(a, Envelope.newBuilder().setSubmit(Submit.newBuilder().setPlan("name: p")));
        assertThat(receive(a).getRefused().getReason()).isEqualTo("the key of worker a is not for SUBMIT");
        ZMQ.Socket client = dealer(keys.client());
        send(client, hello("client"));
        assertThat(receive(client).getRefused().getReason())
                .isEqualTo("the key of client client cannot join as worker client");
    }

    @Test
    void a_secret_key_that_others_can_read_is_refused() throws IOException {
        Path secret = keys.folder().resolve("workers/a.key");
        Files.setPosixFilePermissions(secret, java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> keys.worker("a"))
                .hasMessageContaining("chmod 600 " + secret);
    }

    // ---- steps of the tests ----

    private static PeerKeys stranger(String coordinator) {
        return new PeerKeys("stranger", coordinator, KeyPair.generate());
    }

    private ZMQ.Socket dealer(PeerKeys own) {
        ZMQ.Socket dealer = context.createSocket(SocketType.DEALER);
        if (own != null) {
            own.applyTo(dealer);
        }
        dealer.connect(service.address());
        return dealer;
    }

    private static Envelope.Builder hello(String name) {
        return Envelope.newBuilder().setHello(Hello.newBuilder().setName(name).setNonce(7));
    }

    private static void send(ZMQ.Socket socket, Envelope.Builder envelope) {
        socket.send(Frame.encode(envelope.build()));
    }

    private static Envelope receive(ZMQ.Socket socket) {
        socket.setReceiveTimeOut(ANSWER_MS);
        return decode(socket.recv());
    }

    private static Envelope decode(byte[] frame) {
        try {
            return Frame.decode(frame);
        } catch (muster.protocol.MalformedFrame e) {
            throw new AssertionError(e);
        }
    }

    private static void silent(ZMQ.Socket socket) {
        send(socket, Envelope.newBuilder().setStatusRequest(StatusRequest.getDefaultInstance()));
        socket.setReceiveTimeOut(NO_ANSWER_MS);
        assertThat(socket.recv()).isNull();
    }

    private long refused(String kind) {
        try (CoordinatorClient client = new CoordinatorClient(service.address(), keys.client())) {
            return client.status().getRefusedOrDefault(kind, 0);
        }
    }

    private List<String> joined() {
        try (CoordinatorClient client = new CoordinatorClient(service.address(), keys.client())) {
            return client.status().getWorkersList().stream()
                    .map(worker -> worker.getName())
                    .toList();
        }
    }

    private List<String> lines(String part) {
        synchronized (log) {
            return log.stream().filter(line -> line.contains(part)).toList();
        }
    }
}
