package muster.cli.results;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real web server, a sweep of two steps, and what is said of the stages of its requests. */
class StagesCommandTest {
    @TempDir
    private Path folder;

    private HttpServer server;

    @BeforeEach
    void aServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        byte[] page = "hello".getBytes(StandardCharsets.UTF_8);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Path plan(String more) throws IOException {
        return Files.writeString(
                folder.resolve("page.yaml"), """
                name: page
                target: {kind: http, uri: "http://127.0.0.1:%d/"}
                workload: {kind: noop}
                phases: [{kind: measure, operations: 400, clients: 2}]
                """.formatted(server.getAddress().getPort()) + more);
    }

    private String swept() throws IOException {
        Path plan = plan("sweep: {target.keepAlive: [true, false]}\n");
        String store = folder.resolve("page.db").toString();
        assertThat(Cli.run("standalone", plan.toString(), "--store", store).exitCode())
                .isIn(0, 111);
        return store;
    }

    @Test
    void stages_stand_side_by_side_and_each_with_its_percentiles_and_a_histogram() throws IOException {
        String store = swept();
        Shell.Result shown = Cli.run("stages", store, "--histogram");
        assertThat(shown.exitCode()).as(shown.err()).isZero();
        assertThat(shown.out())
                .contains("p50 of each stage, and its share of service time", "1: keepAlive true", "2: keepAlive false")
                .containsPattern(
                        "operation +stage +samples +min +p25 +p50 +p75 +p90 +p99 +p99.9 +p99.99 +max +of service")
                .contains("run 1 page, step 2, trial 1, measure: keepAlive false")
                .containsPattern("noop +connect +400")
                .containsPattern("noop +service +400 .* +- +- .* 100 %")
                .contains("noop, wait\n[");
        assertThat(Cli.run("stages", store, "--step", "1").out())
                .contains("step 1,")
                .doesNotContain("step 2,", "share of service time", "|@");

        assertThat(Cli.run("stages", store, "--json").out())
                .startsWith("[{\"run_id\": 1, \"name\": \"page\", \"step\": 1,")
                .contains(
                        "\"outcomes\": {\"noop\": {\"operations\": 400, \"ok\": 400, \"errors\": 0, \"others\": 0, ",
                        "\"stage\": \"wait\", \"samples\": 400, \"mean_ns\": ",
                        "\"share_of_service\": 1.0, \"histogram\": [[");
    }

    @Test
    void one_operation_of_so_many_is_recorded_with_its_stages_and_without_a_trace_there_are_none() throws IOException {
        String plan = plan("").toString();
        String store = folder.resolve("samples.db").toString();
        assertThat(Cli.run("standalone", plan, "--store", store, "--samples", "1/4")
                        .exitCode())
                .isIn(0, 111);
        Path csv = folder.resolve("samples.csv");
        Cli.run("export", store, "--format", "samples", "--out", csv.toString());
        List<String> rows = Files.readAllLines(csv);
        assertThat(rows.getFirst()).contains("since_start_ns,service_ns,response_ns,", "receive_ns,send_ns,wait_ns");
        String indexes = "select group_concat(operation_index) from (select * from operation_sample order by 9)";
        String taken = Cli.run("sql", store, "--csv", indexes).out();
        assertThat(rows.size() - 1).isEqualTo(taken.split(",", -1).length).isBetween(50, 150);

        String again = folder.resolve("again.db").toString();
        assertThat(Cli.run("standalone", plan, "--store", again, "--samples", "1/4", "-c", "5")
                        .exitCode())
                .isIn(0, 111);
        assertThat(Cli.run("sql", again, "--csv", indexes).out()).isEqualTo(taken);

        assertThat(Cli.run("standalone", plan, "--store", again, "--trace", "off")
                        .exitCode())
                .isIn(0, 111);
        assertThat(Cli.run("stages", again).out())
                .contains("noop       service")
                .doesNotContain("wait", "send", "lease");
        assertThat(Cli.run("export", again, "--format", "samples", "--out", csv.toString())
                        .err())
                .contains("no operation was recorded singly");
    }

    @Test
    void what_cannot_be_shown_is_one_line_and_a_bad_argument() throws IOException {
        String store = swept();
        Shell.Result none = Cli.run("stages", store, "--step", "3");
        assertThat(none.exitCode()).isEqualTo(104);
        assertThat(none.err())
                .contains("run 1 has no measured phase that ended in step 3")
                .hasLineCount(1);
        Shell.Result missing = Cli.run("stages", store + ":other");
        assertThat(missing.exitCode()).isEqualTo(104);
        assertThat(missing.err()).contains("no run 'other'").hasLineCount(1);
    }
}
