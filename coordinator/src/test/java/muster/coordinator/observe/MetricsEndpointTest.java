package muster.coordinator.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Prometheus' text format, as its description and real endpoints write it, over HTTP. */
class MetricsEndpointTest {
    private static final String TEXT = """
            # HELP http_requests_total The total number of HTTP requests.
            # TYPE http_requests_total counter
            http_requests_total{method="post",code="200"} 1027 1395066363000
            http_requests_total{method="post",code="400"}    3 1395066363000
            # Escaping in label values:
            msdos_file_access_time_seconds{path="C:\\\\DIR\\\\FILE.TXT",error="Cannot find file:\\n\\"FILE.TXT\\" {x}"} 1.458255915e9
            metric_without_timestamp_and_labels 12.47
            something_weird{problem="division by zero"} +Inf -3982045
            not_a_number NaN
            empty_labels{} 0x10
            with_exemplar_total 17 # {trace="x"} 0.67
            rpc_duration_seconds{quantile="0.01"} 3102
            neo4j.dots 5
             9starts_with_digit 1
            broken{label="x 1
            """;

    private HttpServer server;
    private String url;
    private int status = 200;
    private String text = TEXT;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        url = "http://127.0.0.1:" + server.getAddress().getPort() + "/metrics";
        server.createContext("/", exchange -> {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private MetricsEndpoint endpoint(String pattern) {
        return new MetricsEndpoint(url, Pattern.compile(pattern));
    }

    @Test
    void each_series_is_read_with_its_labels_and_what_is_no_number_is_left_out() throws Exception {
        try (MetricsEndpoint endpoint = endpoint("")) {
            assertThat(endpoint.first())
                    .containsEntry("http_requests_total{method=\"post\",code=\"200\"}", 1027.0)
                    .containsEntry("http_requests_total{method=\"post\",code=\"400\"}", 3.0)
                    .containsEntry(
                            "msdos_file_access_time_seconds{path=\"C:\\\\DIR\\\\FILE.TXT\",error=\"Cannot find file:\\n\\\"FILE.TXT\\\" {x}\"}",
                            1.458255915e9)
                    .containsEntry("metric_without_timestamp_and_labels", 12.47)
                    .containsEntry("with_exemplar_total", 17.0)
                    .containsEntry("rpc_duration_seconds{quantile=\"0.01\"}", 3102.0)
                    .containsEntry("neo4j.dots", 5.0)
                    .hasSize(7);
        }
    }

    @Test
    void only_what_is_wanted_is_kept_and_no_more_than_the_store_takes() throws Exception {
        try (MetricsEndpoint endpoint = endpoint("^http_.*400")) {
            assertThat(endpoint.first()).containsOnlyKeys("http_requests_total{method=\"post\",code=\"400\"}");
        }
        text = "x{n=\"" + "y".repeat(500) + "\"} 1\n";
        for (int i = 0; i < 2_000; i++) {
            text += "s" + i + " " + i + "\n";
        }
        try (MetricsEndpoint endpoint = endpoint("")) {
            assertThat(endpoint.first()).hasSize(MetricsEndpoint.MAX_SERIES).containsKey("s999");
        }
    }

    @Test
    void what_is_no_endpoint_is_said_to_be_none() {
        try (MetricsEndpoint endpoint = endpoint("")) {
            status = 404;
            assertThatThrownBy(endpoint::first).isInstanceOf(IOException.class).hasMessageContaining("HTTP 404");
            status = 200;
            text = "<html><body>Sign in</body></html>";
            assertThatThrownBy(endpoint::first).hasMessageContaining("without metrics in Prometheus' text format");
        }
        assertThatThrownBy(() -> new MetricsEndpoint("ftp://x/y", Pattern.compile("")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new MetricsEndpoint("no url", Pattern.compile("")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
