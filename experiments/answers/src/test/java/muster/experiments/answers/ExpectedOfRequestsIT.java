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

/** What a plan expects is compared with every answer of a run: of a server that counts seven, or eight where one asks for that. */
@Tag("slow")
class ExpectedOfRequestsIT {
    @TempDir
    private Path folder;

    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        serve("/", 7);
        serve("/eight", 8);
        server.start();
    }

    private void serve(String path, int number) {
        byte[] answer = "{\"data\": [{\"n\": %d}]}".formatted(number).getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, exchange.getRequestMethod().equals("HEAD") ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Shell.Result run(String expected) throws IOException {
        return run(expected, "operations: 40, clients: 2");
    }

    private Shell.Result run(String expected, String load) throws IOException {
        Files.writeString(folder.resolve("seven.csv"), "n\n7\n");
        Path plan = Files.writeString(
                folder.resolve("p.yaml"), """
                name: p
                target: {kind: http, uri: "http://127.0.0.1:%d/"}
                workload:
                  kind: query
                  operations:
                    count: {http: {path: "/count", rows: /data, columns: [n]}, expect: %s}
                phases: [{kind: measure, %s}]
                """.formatted(server.getAddress().getPort(), expected, load));
        return Cli.run(
                "standalone", plan.toString(), "--store", folder.resolve("s.db").toString());
    }

    /** Of two workloads in one phase the first operation of each has the same number. */
    @Test
    void the_answers_of_a_stream_with_queries_of_its_own_are_compared_with_what_those_expect() throws IOException {
        String other = "{workload: {kind: query, operations: {other: {http: {path: /eight, rows: /data, columns: [n]},"
                + " expect: %d}}}, rate: 40/s, maxInFlight: 2}";
        String streams =
                "duration: 1s, streams: {plans: {operations: {count: 1}, rate: 40/s, maxInFlight: 2}, own: %s}";
        Shell.Result right = run("7", streams.formatted(other.formatted(8)));
        assertThat(right.exitCode()).as(right.out() + right.err()).isIn(0, 111);
        assertThat(right.out()).contains("answers right: 80 of 80 compared");
        Shell.Result wrong = run("7", streams.formatted(other.formatted(7)));
        assertThat(wrong.exitCode()).as(wrong.out() + wrong.err()).isEqualTo(97);
        assertThat(compared(2)).hasToString("[40, 40]");
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
