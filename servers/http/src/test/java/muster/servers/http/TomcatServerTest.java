package muster.servers.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import muster.servers.RunningServer;
import muster.servers.ServerOptions;
import muster.servers.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Its jars are fetched at the first start. */
@Tag("server")
class TomcatServerTest {
    @Test
    void tomcat_answers_a_page_of_the_chosen_size() throws Exception {
        ServerOptions options = ServerOptions.temporary().withHeap("128m").withSettings(Map.of("size", "3000"));
        try (RunningServer tomcat = Servers.local().start("tomcat", options);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(tomcat.uri())).build();
            assertThat(client.send(request, BodyHandlers.ofString()).body()).hasSize(3_000);
        }
    }
}
