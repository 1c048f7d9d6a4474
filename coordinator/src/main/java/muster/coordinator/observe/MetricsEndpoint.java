package muster.coordinator.observe;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The Prometheus endpoint of a database: what it counts of itself. One thread uses it. */
public final class MetricsEndpoint implements AutoCloseable {
    /** What the store keeps of one moment. */
    public static final int MAX_SERIES = 1_000;

    private static final int MAX_NAME = 200;
    private static final int LARGEST_ANSWER = 8 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration BETWEEN_READINGS = Duration.ofMillis(700);

    private final URI url;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Predicate<String> wanted;

    /**
     * Asks nothing yet.
     *
     * @param url such as "http://127.0.0.1:2004/metrics"
     * @param wanted found in the names of those series that are kept
     * @throws IllegalArgumentException if it is no http or https URL
     */
    public MetricsEndpoint(String url, Pattern wanted) {
        this.url = HttpRequest.newBuilder(URI.create(url)).build().uri();
        this.wanted = wanted.asPredicate();
    }

    /**
     * The series that are wanted now, the first {@value #MAX_SERIES} of them; waits for a busy machine.
     *
     * @throws IOException naming what is wrong, if there is no such answer within 30 seconds
     */
    public Map<String, Double> first() throws IOException, InterruptedException {
        return read(PATIENCE);
    }

    /**
     * The same between two readings of a second each.
     *
     * @throws IOException naming what is wrong, if there is no such answer within 0.7 seconds
     */
    public Map<String, Double> next() throws IOException, InterruptedException {
        return read(BETWEEN_READINGS);
    }

    private Map<String, Double> read(Duration timeOut) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url).timeout(timeOut).build();
        HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
            String text = new String(body.readNBytes(LARGEST_ANSWER), StandardCharsets.UTF_8);
            Map<String, Double> samples = PrometheusText.parse(text);
            if (answer.statusCode() != 200 || samples.isEmpty()) {
                throw new IOException("HTTP " + answer.statusCode() + " without metrics in Prometheus' text format");
            }
            return samples.entrySet().stream()
                    .filter(sample -> sample.getKey().length() <= MAX_NAME && wanted.test(sample.getKey()))
                    .limit(MAX_SERIES)
                    .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
