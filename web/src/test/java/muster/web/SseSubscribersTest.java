package muster.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import muster.web.SseSubscribers.Events;
import org.junit.jupiter.api.Test;

class SseSubscribersTest {
    private static final String MUCH = LiveFeed.event("status", "x".repeat(1 << 20));

    /** A feed of one megabyte at a time, many times a second. */
    private static final class Flood implements SseSubscribers.Feed {
        final AtomicInteger rests = new AtomicInteger();

        @Override
        public Events next() {
            return new Events(MUCH, MUCH);
        }

        @Override
        public void rest() {
            rests.incrementAndGet();
        }
    }

    @Test
    void viewers_that_do_not_read_are_dropped_and_others_continue() throws IOException {
        Flood flood = new Flood();
        ExecutorService threads = Executors.newCachedThreadPool();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8);
        try (SseSubscribers viewers = new SseSubscribers(flood, 20)) {
            server.setExecutor(threads);
            server.createContext("/", viewers::serve);
            server.start();
            Browser browser = new Browser(
                    URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
            try (Socket slow = browser.open("GET", "/");
                    Socket quick = browser.open("GET", "/")) {
                Thread reader = Thread.ofPlatform().daemon(true).start(() -> readAll(quick));
                Browser.until(() -> viewers.dropped() == 1);
                assertThat(viewers.count()).isEqualTo(1);
                assertThat(reader.isAlive()).isTrue();
                assertThat(slow.isConnected()).isTrue();
            }
            Browser.until(() -> viewers.count() == 0 && flood.rests.get() > 0);
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }
    }

    private static void readAll(Socket socket) {
        byte[] buffer = new byte[1 << 16];
        try {
            while (socket.getInputStream().read(buffer) >= 0) {
                // What is read is of no interest: that it is read is.
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    @Test
    void every_line_of_an_event_is_a_line_of_data() {
        assertThat(LiveFeed.event("seconds", "[\n{\"a\": 1}\r\n]\n"))
                .isEqualTo("event: seconds\ndata: [\ndata: {\"a\": 1}\ndata: ]\n\n");
    }

    @Test
    void an_address_is_a_port_or_a_name_and_a_port() {
        assertThat(WebAddress.parse("8090")).isEqualTo(new WebAddress("127.0.0.1", 8090));
        assertThat(WebAddress.parse("[::1]:0")).isEqualTo(new WebAddress("::1", 0));
        assertThat(WebAddress.parse("[::1]:0").isLoopback()).isTrue();
        assertThat(WebAddress.parse("0.0.0.0:1").isLoopback()).isFalse();
        assertThat(new WebAddress("::1", 80)).hasToString("[::1]:80");
        for (String wrong : new String[] {"", "x", ":1", "1:65536", "http://a:1", "1:-1"}) {
            org.assertj.core.api.Assertions.assertThatIllegalArgumentException()
                    .as(wrong)
                    .isThrownBy(() -> WebAddress.parse(wrong))
                    .withMessageContaining("8090");
        }
    }
}
