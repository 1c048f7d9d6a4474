package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import muster.endtoend.Background;
import muster.endtoend.Farm;
import muster.endtoend.Shell;
import muster.protocol.Envelope;
import muster.protocol.Frame;
import muster.protocol.MalformedFrame;
import muster.protocol.keys.Admitted;
import muster.protocol.keys.Admitted.Role;
import muster.protocol.keys.KeyFolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** Real workers and coordinators that cannot do their work: one clear line in the log, and a check that is red. */
@Tag("slow")
class HealthIT {
    @TempDir
    private Path folder;

    private Background background;
    private Path health;

    @BeforeEach
    void begin() {
        background = new Background(folder);
        health = folder.resolve("health");
    }

    @AfterEach
    void end() {
        background.close();
    }

    @Tag("thorough")
    @Test
    void a_worker_whose_coordinator_has_no_such_name_says_so_once_for_each_wait_until_it_has() throws IOException {
        int port = Farm.freePort();
        Path names = Files.writeString(folder.resolve("hosts"), "127.0.0.1 another.test\n");
        Background.One worker = background.startWith(
                "-Djdk.net.hosts.file=" + names + " -Dsun.net.inetaddr.negative.ttl=1",
                "worker",
                "--insecure",
                "--coordinator",
                "tcp://coordinator.test:" + port,
                "--health-file",
                health.toString());
        String cause = "cannot resolve the coordinator's name coordinator.test: not found in DNS or /etc/hosts";
        worker.awaitLine(cause + "; next check in 2 s");
        assertThat(worker.said().lines().limit(2))
                .containsExactly(cause + "; next check in 1 s", cause + "; next check in 2 s");
        isRed(cause);
        coordinator(port);
        Files.writeString(names, "127.0.0.1 coordinator.test\n");
        worker.awaitLine("joined the coordinator");
        Background.until(() -> check(health).exitCode() == 0);
    }

    @Test
    @Tag("nightly")
    void a_worker_that_finds_nothing_listening_joins_when_the_coordinator_comes() {
        int port = Farm.freePort();
        Background.One worker = worker("tcp://127.0.0.1:" + port);
        worker.awaitLine("nothing listens at 127.0.0.1:" + port);
        isRed("is the coordinator up?");
        Path own = coordinator(port);
        worker.awaitLine("joined the coordinator");
        Background.until(() -> check(health).exitCode() == 0);
        Background.until(() -> check(own).out().equals("ok\n"));
        Shell.Result doctor =
                background.start("doctor", "--connect", "127.0.0.1:" + port).result();
        assertThat(doctor.out()).containsPattern("ok    offset       -?\\d+\\.\\d ms, give or take \\d+\\.\\d ms");
        worker.signal("TERM").result();
        isRed("this process has ended");
    }

    @Tag("thorough")
    @Test
    void a_worker_with_a_wrong_key_or_none_is_distinguished() {
        KeyFolder keys = keys("keys", "a");
        KeyFolder others = keys("others", "a");
        String address = coordinator(keys);
        Background.One wrong = worker(address, "--keys", others.folder().toString());
        Background.One none = background.start("worker", "--coordinator", address, "--name", "n");
        Background.One asked = background.start(
                "doctor", "--connect", address, "--keys", others.folder().toString());
        wrong.awaitLine("does not accept this worker's key: check that cluster.pub is the coordinator's");
        isRed("does not accept this worker's key");
        none.awaitLine("requires a key: set --keys or MUSTER_KEYS");
        Shell.Result doctor = asked.result();
        assertThat(doctor.exitCode()).isEqualTo(2);
        assertThat(doctor.out()).contains("bad   coordinator  " + address + ": no answer from a coordinator");
    }

    @Test
    void a_worker_of_another_version_ends_with_one_line() throws MalformedFrame {
        try (ZContext context = new ZContext()) {
            ZMQ.Socket router = context.createSocket(SocketType.ROUTER);
            router.setLinger(0);
            router.setReceiveTimeOut(200_000);
            int port = router.bindToRandomPort("tcp://127.0.0.1");
            Background.One worker = worker("tcp://127.0.0.1:" + port);
            byte[] peer = router.recv();
            assertThat(Frame.decode(router.recv()).hasHello()).isTrue();
            byte[] frame = Frame.encode(Envelope.getDefaultInstance());
            frame[3] = 9;
            router.sendMore(peer);
            router.send(frame);
            Shell.Result ended = worker.result();
            assertThat(ended.exitCode()).isEqualTo(2);
            assertThat(ended.err())
                    .startsWith("muster: incompatible coordinator: ")
                    .contains("protocol version 9")
                    .hasLineCount(1);
            isRed("this process has ended");
        }
    }

    @Tag("thorough")
    @Test
    void a_full_volume_is_reported_once_and_is_red_until_there_is_room() throws IOException {
        Path volume = Files.createDirectories(folder.resolve("volume"));
        boolean mounted = Shell.in(folder)
                        .run("mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", volume.toString())
                        .exitCode()
                == 0;
        Assumptions.assumeTrue(mounted, "a small volume takes the right to mount one");
        try {
            health = volume.resolve("health");
            Background.One coordinator = background.start(
                    "coordinator",
                    "--bind",
                    "tcp://127.0.0.1:0",
                    "--store",
                    folder.resolve("s.db").toString(),
                    "--health-file",
                    health.toString());
            Background.until(() -> check(health).exitCode() == 0);
            Shell.in(folder).run("dd", "if=/dev/zero", "of=" + volume.resolve("filler"), "bs=4k");
            coordinator.awaitLine("cannot write " + health + ": No space left on device; is the volume full?");
            isRed("its volume cannot be written: No space left on device");
            Files.delete(volume.resolve("filler"));
            Background.until(() -> check(health).exitCode() == 0);
            assertThat(coordinator.said().lines().filter(line -> line.contains("is the volume full?")))
                    .hasSize(1);
        } finally {
            Shell.in(folder).run("umount", "-l", volume.toString());
        }
    }

    @Tag("thorough")
    @Test
    void what_listens_there_may_be_anything_else() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answer(other));
            Shell.Result doctor = background
                    .start("doctor", "--connect", "127.0.0.1:" + other.getLocalPort())
                    .result();
            assertThat(doctor.exitCode()).isEqualTo(2);
            assertThat(doctor.out()).contains("does not speak ZeroMQ: not a coordinator");
        }
    }

    private static void answer(ServerSocket server) {
        try (var client = server.accept()) {
            client.getOutputStream()
                    .write("HTTP/1.1 400 Bad Request\r\n\r\n".repeat(4).getBytes(StandardCharsets.UTF_8));
            client.getInputStream().readAllBytes();
        } catch (IOException e) {
            // The doctor has seen enough.
        }
    }

    // ---- steps of the tests ----

    private Background.One worker(String coordinator, String... more) {
        String[] arguments = new String[more.length + 5];
        arguments[0] = "worker";
        arguments[1] = "--coordinator";
        arguments[2] = coordinator;
        arguments[3] = "--health-file";
        arguments[4] = health.toString();
        System.arraycopy(more, 0, arguments, 5, more.length);
        return background.start(arguments);
    }

    /** Without keys; returns its health file. */
    private Path coordinator(int port) {
        Path own = folder.resolve("coordinator-health");
        background.start(
                "coordinator",
                "--bind",
                "tcp://127.0.0.1:" + port,
                "--store",
                folder.resolve("s.db").toString(),
                "--health-file",
                own.toString());
        return own;
    }

    private String coordinator(KeyFolder keys) {
        return background
                .start(
                        "coordinator",
                        "--bind",
                        "tcp://127.0.0.1:0",
                        "--store",
                        folder.resolve("s.db").toString(),
                        "--keys",
                        keys.folder().toString())
                .address();
    }

    private KeyFolder keys(String name, String worker) {
        KeyFolder keys = new KeyFolder(folder.resolve(name));
        keys.newCluster();
        keys.add(new Admitted(Role.WORKER, worker));
        keys.add(new Admitted(Role.CLIENT, "client"));
        return keys;
    }

    private static Shell.Result check(Path file) {
        return Shell.in(Shell.CHECKOUT).run("docker/healthy", file.toString());
    }

    private void isRed(String reason) {
        Background.until(() -> check(health).out().contains(reason));
        assertThat(check(health).exitCode()).isEqualTo(1);
        assertThat(check(health).out()).startsWith("bad: ").hasLineCount(1);
    }
}
