package muster.servers.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import muster.servers.host.BadServerArgument;
import muster.servers.host.ServerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real servers, started as a user starts them. */
class HttpServersTest {
    private static ServerOptions with(Map<String, String> settings) {
        return ServerOptions.temporary().withHeap("64m").withSettings(settings);
    }

    private static HttpResponse<String> ask(String uri) throws IOException, InterruptedException {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        return client.send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "event-loop"})
    void echo_answers_a_page_and_says_where_its_time_went(String mode) throws Exception {
        Map<String, String> settings = Map.of("mode", mode, "size", "3000", "work", "sleep", "work-us", "2000");
        try (RunningServer echo = Servers.local().start("echo", with(settings))) {
            HttpResponse<String> answer = ask(echo.uri());
            assertThat(answer.body()).hasSize(3_000);
            assertThat(answer.headers().firstValue("Server-Timing").orElseThrow())
                    .matches("parse;dur=[\\d.]+, handover;dur=[\\d.]+, work;dur=(?!0|1\\.)[\\d.]+, write;dur=[\\d.]+");
        }
    }

    @Test
    void apache_answers_pages_of_the_chosen_size() throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/sbin/apache2")), "Debian's apache2-bin is not installed");
        try (RunningServer apache = Servers.local().start("apache", with(Map.of("size", "3000")))) {
            HttpResponse<String> answer = ask(apache.uri());
            assertThat(answer.body()).hasSize(3_000);
            assertThat(answer.headers().firstValue("Server").orElseThrow()).startsWith("Apache");
            assertThat(apache.address("https")).startsWith("https://127.0.0.1:");
        }
    }

    @Test
    void a_setting_that_no_server_has_is_refused_with_those_it_has() {
        assertThatThrownBy(() -> Servers.local().start("echo", with(Map.of("sizee", "1"))))
                .isInstanceOf(BadServerArgument.class)
                .hasMessageContaining("echo has no setting sizee, only body, jvm.flags, mode, size");
        assertThatThrownBy(() -> Servers.local().start("echo", with(Map.of("size", "x"))))
                .isInstanceOf(BadServerArgument.class)
                .hasMessageContaining("--set size=x: expected a number");
    }

    @Test
    void a_missing_apache_names_the_package() {
        assumeTrue(!Files.exists(Path.of("/usr/sbin/apache2")), "Debian's apache2-bin is installed");
        assertThatThrownBy(() -> Servers.local().start("apache", with(Map.of())))
                .isInstanceOf(ServerException.class)
                .hasMessageContaining("apt-get install apache2-bin");
    }
}
