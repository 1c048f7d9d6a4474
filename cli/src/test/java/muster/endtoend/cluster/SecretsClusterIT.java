package muster.endtoend.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import muster.cli.client.CoordinatorClient;
import muster.cli.terminal.Failure;
import muster.coordinator.server.FileDepot;
import muster.endtoend.Background;
import muster.protocol.Finished;
import muster.protocol.Submit;
import muster.protocol.keys.KeyFolder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client with a key of its own tries to take what a worker's host keeps, on a real cluster and with a server that listens. */
@Tag("slow")
@Tag("thorough")
class SecretsClusterIT {
    private static final String MARK = "mark-of-the-worker";

    @TempDir
    private Path folder;

    private final ConcurrentLinkedQueue<String> received = new ConcurrentLinkedQueue<>();
    private HttpServer server;
    private Background background;
    private String address;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            received.add(exchange.getRequestHeaders().entrySet() + new String(body, StandardCharsets.ISO_8859_1));
            boolean redirect = exchange.getRequestURI().getPath().equals("/away");
            exchange.getResponseHeaders().set("location", "http://localhost:" + port() + "/elsewhere");
            exchange.sendResponseHeaders(redirect ? 307 : 200, -1);
            exchange.close();
        });
        server.start();
        background = new Background(folder);
    }

    @AfterEach
    void end() {
        background.close();
        server.stop(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "python"})
    void a_client_takes_nothing_that_the_workers_owner_did_not_allow_it(String language) throws IOException {
        cluster(language);
        byKey();
        byReading();
        assertThat(received).isEmpty();
        byAllowed();
    }

    /** In keys of which none is that of a secret, and in one that is. */
    private void byReading() {
        for (String target : List.of(
                "method: POST, body: \"${file:keys/workers/rack1.key}\"",
                "headers: {x: \"${env:STOLEN}\"}",
                "path: \"/${env:STOLEN}\"")) {
            assertThat(refusal(target)).contains("is resolved only in secret keys");
        }
        assertThat(refusal("headers: {authorization: \"Bearer ${env:STOLEN}\"}"))
                .contains("target.headers.authorization: this worker does not allow the secret STOLEN (environment)");
        assertThat(refusal("headers: {authorization: \"Bearer ${env:BOUND}\"}"))
                .contains("the secret BOUND (environment) to be sent to http://127.0.0.1:" + port());
    }

    /** Keys under all the names that a file can have, and one that even the worker's owner allowed. */
    private void byKey() throws IOException {
        Path key = folder.resolve("keys/workers/rack1.key");
        Files.createSymbolicLink(folder.resolve("link"), key);
        Files.createLink(folder.resolve("hard"), key);
        Files.copy(key, folder.resolve("copy"));
        for (String name :
                List.of("keys/workers/rack1.key", "home/../keys/workers/rack1.key", "link", "hard", "copy")) {
            assertThat(refusal("headers: {authorization: \"${file:" + folder.resolve(name) + "}\"}"))
                    .as(name)
                    .contains("which no plan may name");
        }
    }

    /** What is allowed arrives, and a redirection carries it nowhere. */
    private void byAllowed() throws IOException {
        String allowed = "headers: {authorization: \"Bearer ${env:GIVEN}\"}";
        Finished finished = run(allowed);
        assertThat(finished.getExitCode()).as(finished.getMessage()).isIn(0, 111);
        assertThat(received).isNotEmpty().allMatch(text -> text.contains("Bearer " + MARK));
        received.clear();
        run(allowed + ", path: /away");
        assertThat(received).isNotEmpty().noneMatch(text -> text.contains("localhost"));
        for (String file : List.of("s.db", "s.db-wal")) {
            assertThat(Files.readString(folder.resolve(file), StandardCharsets.ISO_8859_1))
                    .doesNotContain(MARK);
        }
    }

    // ---- steps of the test ----

    private void cluster(String language) {
        background.start("keys", "new", "--worker", "rack1").result();
        address = background
                .start("coordinator", "--bind", "tcp://127.0.0.1:0", "--keys", "keys", "--store", "s.db")
                .address();
        List<String> worker = new ArrayList<>(
                List.of("worker", "--coordinator", address, "--keys", "keys", "--allow-files", "--allow-secret"));
        worker.addAll(List.of("GIVEN@127.0.0.1:" + port(), "--allow-secret", "BOUND@db1:7687", "--allow-secret"));
        worker.add("file:" + folder.resolve("keys/workers/rack1.key"));
        worker.addAll(language.equals("python") ? List.of("--python") : List.of());
        background
                .startUnder(Map.of("GIVEN", MARK, "STOLEN", MARK, "BOUND", MARK), worker.toArray(String[]::new))
                .awaitLine("joined the coordinator");
    }

    /** What the client is told, by the coordinator or by a worker. */
    private String refusal(String target) {
        String message;
        try {
            Finished finished = run(target);
            assertThat(finished.getExitCode()).as(target).isEqualTo(104);
            message = finished.getMessage();
        } catch (Failure refused) {
            message = String.valueOf(refused.getMessage());
        }
        assertThat(message).doesNotContain(MARK, "secret-key");
        return message;
    }

    /** With a program of the client's own, which does not read the plan first. */
    private Finished run(String target) {
        Submit submit = Submit.newBuilder()
                .setRequest(ThreadLocalRandom.current().nextLong())
                .setPlan(plan(target))
                .setExpectWorkers(1)
                .setWorkerTimeoutMs(60_000)
                .build();
        try (CoordinatorClient client =
                new CoordinatorClient(address, new KeyFolder(folder.resolve("keys")).client())) {
            FileDepot none = new FileDepot(folder.resolve("depot"));
            return client.follow(client.submit(submit, none, progress -> {}), progress -> {});
        }
    }

    private String plan(String target) {
        return """
                name: p
                target: {kind: http, uri: "http://127.0.0.1:%d/", retries: 0, %s}
                workload: {kind: noop}
                phases: [{kind: measure, operations: 20, clients: 2}]
                """.formatted(port(), target);
    }

    private int port() {
        return server.getAddress().getPort();
    }
}
