package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import muster.endtoend.Background;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import muster.protocol.Envelope.BodyCase;
import muster.protocol.Frame;
import muster.protocol.Lease;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Strangers at the port of a real coordinator while a run goes on: it ends exact, and what they did is counted. */
@Tag("slow")
@Tag("thorough")
class HostileIT {
    private static final int OPERATIONS = 30_000;
    private static final long HEAP_AND_MORE_BYTES = 900L << 20;

    @TempDir
    private Path folder;

    private Background background;
    private Background.One coordinator;
    private String address;
    private Path file;
    private final List<Zmtp> open = new ArrayList<>();

    @BeforeEach
    void serve() {
        background = new Background(folder);
        file = folder.resolve("s.db");
        coordinator = background.start("coordinator", "--bind", "tcp://127.0.0.1:0", "--store", file.toString());
        address = coordinator.address();
    }

    @AfterEach
    void end() throws IOException {
        for (Zmtp connection : open) {
            connection.close();
        }
        background.close();
    }

    // ---- bytes ----

    @Test
    void a_run_is_exact_while_strangers_send_what_they_like() throws IOException {
        worker("a");
        Background.One run = submit(1);
        Background.until(() -> stored().reported() > 0);
        otherProtocols();
        wrongFrames();
        hugeFrames();
        noise(200);
        silence(300);
        slowBytes();
        Shell.Result result = run.result();
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
        assertThat(stored().coverage().isWhole(OPERATIONS)).isTrue();
        assertThat(peakBytes()).isLessThan(HEAP_AND_MORE_BYTES);
        countedAndLoggedOnce();
        countedInTheStore();
    }

    private void otherProtocols() throws IOException {
        Zmtp web = connect();
        web.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        Zmtp old = connect();
        old.send(new byte[] {1, 0});
        connect().close();
    }

    private void wrongFrames() throws IOException {
        for (byte[] frame : List.of(
                new byte[] {1, 2, 3, 4, 5},
                new byte[] {'M'},
                new byte[] {'M', 'U', 0, 1, (byte) 0xff},
                negativeField())) {
            connect().shakeHands().frame(0, frame);
        }
        Zmtp other = connect().shakeHands();
        other.frame(0, new byte[] {'M', 'U', 0, 9});
        String answer = new String(other.readFrame(), StandardCharsets.UTF_8);
        assertThat(answer).contains("speaks protocol version 9");
        // A command of ZMTP that ends before its own fields makes jeromq throw.
        connect().shakeHands().frame(Zmtp.COMMAND, new byte[] {4, 'P', 'I', 'N', 'G'});
    }

    /** Field 14, a snapshot, whose length is -1. */
    private static byte[] negativeField() {
        return ByteBuffer.allocate(15)
                .put(new byte[] {'M', 'U', 0, 1, (14 << 3) | 2})
                .put(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, 1})
                .array();
    }

    private void hugeFrames() throws IOException {
        Zmtp two = connect().shakeHands();
        two.declare(1L << 31);
        assertThat(two.isCut()).isTrue();
        connect().shakeHands().declare(Long.MIN_VALUE | Integer.MAX_VALUE);
        connect().shakeHands().declare(-1);
        for (int i = 0; i < 100; i++) {
            connect().shakeHands().declare(Frame.MAX_BYTES);
        }
    }

    private void noise(int connections) throws IOException {
        long seed = ThreadLocalRandom.current().nextLong();
        System.out.println("HostileIT: seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < connections; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            Zmtp connection = random.nextBoolean() ? connect().shakeHands() : connect();
            connection.send(bytes);
            connection.close();
        }
    }

    private void silence(int connections) throws IOException {
        for (int i = 0; i < connections; i++) {
            connect();
        }
    }

    /** A byte at a time, of a greeting that is never whole. */
    private void slowBytes() throws IOException {
        for (int i = 0; i < 20; i++) {
            for (Zmtp connection : open.subList(open.size() - 10, open.size())) {
                connection.send(new byte[] {Zmtp.greeting()[i]});
            }
        }
    }

    private void countedAndLoggedOnce() {
        String status = muster("status", "--coordinator", address, "--json").out();
        assertThat(status)
                .contains(
                        "\"malformed\": ",
                        "\"other_version\": 1",
                        "\"oversized\": ",
                        "\"closed_early\": ",
                        "\"network\": ");
        for (String kind : List.of("malformed", "other_version", "closed_early")) {
            assertThat(coordinator
                            .said()
                            .lines()
                            .filter(line -> line.startsWith("refused 127.0.0.1:") && line.contains("(" + kind)))
                    .as(kind)
                    .hasSize(1);
        }
    }

    private void countedInTheStore() {
        assertThat(stored().rows("select name from resource where name like 'refused_%' and worker = '' and value > 0"))
                .hasSizeGreaterThanOrEqualTo(4);
    }

    @Test
    @Tag("nightly")
    void ten_thousand_connections_that_say_nothing_do_not_stop_a_run() throws IOException {
        worker("a");
        Background.One run = submit(1);
        Background.until(() -> stored().reported() > 0);
        silence(9_000);
        for (int i = 0; i < 1_000; i++) {
            connect().send(Zmtp.greeting());
        }
        Shell.Result result = run.result();
        assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
        assertThat(stored().coverage().isWhole(OPERATIONS)).isTrue();
        assertThat(open.getFirst().isCut()).isTrue();
        Background.until(
                () -> muster("status", "--coordinator", address, "--json").out().contains("\"silent\": 10000"));
        System.out.println("HostileIT: the coordinator's memory peaked at " + (peakBytes() >> 20) + " MB");
    }

    // ---- messages ----

    @Test
    void who_claims_the_lease_of_another_or_replays_is_not_counted() throws IOException {
        worker("a");
        Background.One run = submit(2);
        try (Impostor impostor = new Impostor(address, "z")) {
            Lease own = impostor.takePart();
            impostor.await(BodyCase.START);
            for (int i = 0; i < 3; i++) {
                impostor.send(message -> message.setSnapshot(impostor.claim(own.getLease(), Impostor.ONE_SAMPLE)));
            }
            impostor.await(BodyCase.ACKNOWLEDGE);
            impostor.send(message ->
                    message.setSnapshot(impostor.claim(own.getLease() == 1 ? 2 : 1, Impostor.ONE_SAMPLE)
                            .setSeq(2)));
            coordinator.awaitLine("z left: contradicts what it was given: its snapshot claims what it does not hold");
        }
        Shell.Result result = run.result();
        // The impostor took part and left early, so the generator is judged as one that lost a worker.
        assertThat(result.exitCode()).as(result.out() + result.err()).isEqualTo(111);
        assertThat(stored().coverage().isWhole(OPERATIONS)).isTrue();
        assertThat(stored().countedTwice()).isZero();
        assertThat(stored().rows("select seq from snapshot_batch where worker = 'z' and accepted = 1"))
                .hasSize(1);
    }

    // ---- steps of the tests ----

    private Zmtp connect() throws IOException {
        Zmtp connection = new Zmtp(address);
        open.add(connection);
        return connection;
    }

    private void worker(String name) {
        background.worker(address, name);
    }

    private Background.One submit(int workers) throws IOException {
        Path plan = Files.writeString(
                folder.resolve("p.yaml"),
                "name: p\ntarget: {kind: noop}\nworkload: {kind: noop, delay: 1ms}\nphases:\n"
                        + "  - {kind: measure, operations: " + OPERATIONS + ", clients: 8}\n");
        return background.start(
                "run", plan.toString(), "--coordinator", address, "--expect-workers", String.valueOf(workers));
    }

    private Shell.Result muster(String... arguments) {
        return background.start(arguments).result();
    }

    private Stored stored() {
        return new Stored(file, 1);
    }

    private long peakBytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/" + coordinator.process().pid() + "/status")).stream()
                .filter(line -> line.startsWith("VmHWM"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
                .findFirst()
                .orElse(0);
    }
}
