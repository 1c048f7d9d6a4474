package muster.experiments.answers;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import muster.endtoend.Stored;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a plan expects is compared with every answer of a run: of a server that always counts seven. */
@Tag("slow")
class ExpectedOfRequestsIT {
    @TempDir
    private Path folder;

    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        byte[] seven = "{\"data\": [{\"n\": 7}]}".getBytes(StandardCharsets.UTF_8);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, exchange.getRequestMethod().equals("HEAD") ? -1 : seven.length);
            exchange.getResponseBody().write(seven);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Shell.Result run(String expected) throws IOException {
        Files.writeString(folder.resolve("seven.csv"), "n\n7\n");
        Path plan = Files.writeString(
                folder.resolve("p.yaml"), """
                name: p
                target: {kind: http, uri: "http://127.0.0.1:%d/"}
                workload:
                  kind: query
                  operations:
                    count: {http: {path: "/count", rows: /data, columns: [n]}, expect: %s}
                phases: [{kind: measure, operations: 40, clients: 2}]
                """.formatted(server.getAddress().getPort(), expected));
        return Cli.run(
                "standalone", plan.toString(), "--store", folder.resolve("s.db").toString());
    }

    private List<?> compared(long run) {
        return new Stored(folder.resolve("s.db"), run)
                .rows("select compared, wrong from answer_summary where run_id = " + run)
                .getFirst();
    }

    @Test
    void one_value_or_a_table_that_the_answers_have_is_right_and_another_is_wrong() throws IOException {
        for (String right : List.of("7", "{csv: seven.csv}")) {
            Shell.Result result = run(right);
            assertThat(result.exitCode()).as(result.out() + result.err()).isIn(0, 111);
            assertThat(result.out()).contains("answers right: 40 of 40 compared");
        }
        Shell.Result wrong = run("8");
        assertThat(wrong.exitCode()).as(wrong.out() + wrong.err()).isEqualTo(97);
        assertThat(wrong.out()).containsIgnoringCase("answers wrong");
        assertThat(compared(1)).hasToString("[40, 0]");
        assertThat(compared(3)).hasToString("[40, 40]");
    }
}
