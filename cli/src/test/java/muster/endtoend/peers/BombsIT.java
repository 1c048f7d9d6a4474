package muster.endtoend.peers;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import muster.endtoend.Background;
import muster.endtoend.Cli;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.endtoend.cluster.Impostor;
import muster.protocol.Checksum;
import muster.protocol.Envelope;
import muster.protocol.FileRequest;
import muster.protocol.Frame;
import muster.protocol.Hello;
import muster.protocol.Lease;
import muster.protocol.MalformedFrame;
import muster.protocol.StatusRequest;
import muster.protocol.Welcome;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** A few megabytes on the wire that would be gigabytes in memory, to and from real processes with a heap of 128 MB. */
@Tag("slow")
@Tag("thorough")
class BombsIT {
    private static final String SMALL_HEAP = "-Xmx128m";
    /** Heap, classes, threads and buffers of the network. */
    private static final long MAX_BYTES = 420L << 20;

    @TempDir
    private Path folder;

    private Farm farm;

    @BeforeEach
    void prepare() {
        farm = new Farm(folder);
    }

    @AfterEach
    void end() {
        farm.close();
    }

    // ---- to a coordinator ----

    @Test
    void a_coordinator_fences_who_sends_a_bomb_and_the_run_of_others_is_whole() throws IOException {
        bombed(Bombs.ofEachMessage());
    }

    @Test
    @Tag("nightly")
    void so_it_is_with_each_list_of_each_message() throws IOException {
        bombed(Bombs.all());
    }

    private void bombed(List<Bombs.Listed> bombs) throws IOException {
        Background.One coordinator = farm.coordinator(SMALL_HEAP).awaitLine("results go to");
        farm.worker("honest");
        Background.One run = farm.submit(farm.plan("operations: 20000, clients: 8"), 1);
        Background.until(() -> farm.stored(1).reported() > 0);
        int liars = 0;
        for (Map.Entry<String, ByteString> bomb : Bombs.histograms().entrySet()) {
            assertThat(bomb.getValue().size()).isLessThan(1 << 19);
            try (Impostor liar = new Impostor(farm.address(), "liar-" + ++liars)) {
                Lease lease = liar.takePart();
                liar.send(message -> message.setSnapshot(liar.claim(lease.getLease(), bomb.getValue())));
                fenced(coordinator, "liar-" + liars, "Series.histogram: " + bomb.getKey());
            }
        }
        for (Bombs.Listed bomb : bombs) {
            try (Impostor liar = new Impostor(farm.address(), "liar-" + ++liars)) {
                liar.sendFrame(bomb.frame());
                fenced(coordinator, "liar-" + liars, bomb.name() + " has more than ");
            }
        }
        Shell.Result result = run.result();
        Farm.ended(result);
        farm.isWhole(1, 20_000);
        outlived(coordinator);
        assertThat(coordinator.said()).contains("(malformed; further ones from this host are only counted)");
    }

    private static void fenced(Background.One coordinator, String name, String reason) {
        coordinator.awaitLine(name + " left: ");
        assertThat(coordinator.said().lines().filter(line -> line.contains(name + " left: ")))
                .singleElement()
                .asString()
                .contains("contradicts what it was given: a malformed frame: " + reason);
    }

    /** It would have kept gigabytes for it, a megabyte an answer. */
    @Test
    void a_client_that_asks_and_never_reads_is_kept_little_and_a_run_is_whole() throws IOException {
        Path file = Files.write(folder.resolve("content"), new byte[3 << 20]);
        byte[] sha256 = Checksum.sha256(file);
        Path depot = Files.createDirectories(folder.resolve("home/.muster/data"));
        Files.move(file, depot.resolve(HexFormat.of().formatHex(sha256)));
        Background.One coordinator = farm.coordinator(SMALL_HEAP).awaitLine("results go to");
        farm.worker("honest");
        Background.One run = farm.submit(farm.plan("operations: 20000, clients: 8"), 1);
        Background.until(() -> farm.stored(1).reported() > 0);
        try (ZContext context = new ZContext()) {
            ZMQ.Socket deaf = context.createSocket(SocketType.DEALER);
            deaf.setRcvHWM(1);
            deaf.setSndHWM(0);
            deaf.connect(farm.address());
            for (int i = 0; i < 600; i++) {
                deaf.send(Frame.encode(Envelope.newBuilder()
                        .setFileRequest(FileRequest.newBuilder().setSha256(ByteString.copyFrom(sha256)))
                        .build()));
                deaf.send(Frame.encode(Envelope.newBuilder()
                        .setStatusRequest(StatusRequest.getDefaultInstance())
                        .build()));
            }
            coordinator.awaitLine("it does not read what it is sent");
            Farm.ended(run.result());
            farm.isWhole(1, 20_000);
            outlived(coordinator);
            assertThat(Cli.run("status", "--coordinator", farm.address(), "--json")
                            .out())
                    .contains("\"unread\": ");
        }
    }

    private static void outlived(Background.One process) throws IOException {
        assertThat(process.process().isAlive()).as(process.said()).isTrue();
        assertThat(process.said()).doesNotContain("OutOfMemory").doesNotContain("internal fault");
        long peakBytes = Files.readAllLines(Path.of("/proc/" + process.process().pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                .findFirst()
                .orElse(0);
        assertThat(peakBytes).isLessThan(MAX_BYTES);
    }

    // ---- from what looks like a coordinator ----

    @Test
    @Tag("nightly")
    void a_java_worker_leaves_bombs_of_a_coordinator_out_and_lives() throws IOException {
        worker();
    }

    @Test
    @Tag("nightly")
    void so_does_a_python_worker() throws IOException {
        worker("--python");
    }

    private void worker(String... more) throws IOException {
        try (ZContext context = new ZContext()) {
            ZMQ.Socket router = context.createSocket(SocketType.ROUTER);
            router.bind("tcp://127.0.0.1:*");
            Background.One worker = farm.background.startWith(SMALL_HEAP, arguments(router.getLastEndpoint(), more));
            byte[] peer = welcome(router);
            long ignored = 0;
            for (Bombs.Listed bomb : Bombs.ofEachMessage()) {
                router.sendMore(peer);
                router.send(bomb.frame());
                long bombs = ++ignored;
                Background.until(() -> ignored(worker) == bombs);
            }
            beats(router);
            if (more.length == 0) {
                outlived(worker);
            }
        }
    }

    private static long ignored(Background.One worker) {
        assertThat(worker.process().isAlive()).as(worker.said()).isTrue();
        return worker.said()
                .lines()
                .filter(line -> line.startsWith("ignoring a malformed frame from the coordinator: ")
                        && line.contains(" has more than "))
                .count();
    }

    private static String[] arguments(String address, String... more) {
        List<String> arguments = new ArrayList<>(List.of("worker", "--coordinator", address, "--name", "w"));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    /** Takes its Hello; returns where it is. */
    private static byte[] welcome(ZMQ.Socket router) {
        router.setReceiveTimeOut(120_000);
        byte[] peer = router.recv();
        Hello hello = received(router).getHello();
        router.sendMore(peer);
        router.send(Frame.encode(Envelope.newBuilder()
                .setEpoch(1)
                .setSession(1)
                .setWelcome(Welcome.newBuilder()
                        .setNonce(hello.getNonce())
                        .setAttempt(hello.getAttempt())
                        .setHeartbeatMs(100)
                        .setLeaseTimeoutMs(60_000))
                .build()));
        return peer;
    }

    private static Envelope received(ZMQ.Socket router) {
        try {
            return Frame.decode(router.recv());
        } catch (MalformedFrame e) {
            throw new AssertionError(e);
        }
    }

    /** What it sends from here on is a heartbeat after those that waited. */
    private static void beats(ZMQ.Socket router) {
        long last = -1;
        for (int more = 0; more < 3; ) {
            router.recv();
            Envelope envelope = received(router);
            if (envelope.hasHeartbeat() && envelope.getHeartbeat().getSeq() > last) {
                last = envelope.getHeartbeat().getSeq();
                more++;
            }
        }
    }
}
