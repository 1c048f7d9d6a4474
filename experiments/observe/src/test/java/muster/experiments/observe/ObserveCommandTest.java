package muster.experiments.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import muster.endtoend.Cli;
import muster.endtoend.Shell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Arguments that cannot be right are refused before anything is observed, in one line that says what would be. */
@EnabledOnOs(OS.LINUX)
class ObserveCommandTest {
    private static final String SELF = Long.toString(ProcessHandle.current().pid());

    private static String refusal(String... arguments) {
        Shell.Result result = Cli.run(
                Stream.concat(Stream.of("observe"), Stream.of(arguments)).toArray(String[]::new));
        assertThat(result.exitCode()).as(result.err()).isEqualTo(104);
        return result.err();
    }

    @Test
    void one_server_must_be_named_and_be_there() throws InterruptedException, IOException {
        assertThat(refusal()).contains("--pid", "--server");
        assertThat(refusal("--pid", SELF, "--server", "neo4j")).contains("--pid", "--server");
        assertThat(refusal("--pid", "x")).contains("--pid");
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        assertThat(refusal("--pid", Long.toString(dead.pid())))
                .contains("--pid " + dead.pid() + ": there is no such process on this host");
        assertThat(refusal("--server", "neo5j")).contains("there is no server neo5j; there are: ");
    }

    @Test
    void a_coordinator_is_reached_by_an_address_and_with_keys_unless_it_is_here() {
        assertThat(refusal("--pid", SELF, "--coordinator", "nowhere")).contains("--coordinator");
        assertThat(refusal("--pid", SELF, "--coordinator", "tcp://192.0.2.1:5557"))
                .contains("not loopback, and no keys are given");
    }

    @Test
    void an_endpoint_must_answer_with_metrics_some_of_which_are_wanted() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/metrics", exchange -> {
            exchange.sendResponseHeaders(200, 4);
            exchange.getResponseBody().write("a 1\n".getBytes(StandardCharsets.US_ASCII));
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        try {
            assertThat(refusal("--pid", SELF, "--prometheus", "no url"))
                    .contains("not a URL; http://HOST:PORT/metrics");
            assertThat(refusal("--pid", SELF, "--prometheus", "http://127.0.0.1:1/metrics"))
                    .contains("--prometheus http://127.0.0.1:1/metrics: ");
            assertThat(refusal("--pid", SELF, "--prometheus", url + "/x")).contains("HTTP 404 without metrics");
            assertThat(refusal("--pid", SELF, "--prometheus", url + "/metrics", "--metrics", "["))
                    .contains("--metrics [: not a regular expression");
            assertThat(refusal("--pid", SELF, "--prometheus", url + "/metrics", "--metrics", "b"))
                    .contains("--metrics b: found in no series of ");
        } finally {
            server.stop(0);
        }
    }
}
