package muster.targets.hugegraph;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.OkHttpClient;
import org.apache.hugegraph.api.graph.EdgeAPI;
import org.apache.hugegraph.api.graph.VertexAPI;
import org.apache.hugegraph.api.gremlin.GremlinAPI;
import org.apache.hugegraph.api.gremlin.GremlinRequest;
import org.apache.hugegraph.api.version.VersionAPI;
import org.apache.hugegraph.client.RestClient;
import org.apache.hugegraph.rest.RestClientConfig;
import org.apache.hugegraph.structure.version.Versions;
import org.jspecify.annotations.Nullable;

/**
 * The official client with a single connection, used by one thread at a time. A client that all sessions share would
 * keep five connections and open a new one for nearly every operation of the others.
 */
final class HugeGraphConnection implements AutoCloseable {
    private static final long KEPT_MINUTES = 60;

    private final HugeGraphSettings settings;
    private final RequestListener wire = new RequestListener();
    private final ConnectionPool pool = new ConnectionPool(1, KEPT_MINUTES, TimeUnit.MINUTES);
    private final RestClient client;
    private final VersionAPI version;
    private final VertexAPI vertices;
    private final EdgeAPI edges;
    private final GremlinAPI gremlin;

    /** @param callTimeout of each request, from its start to the end of its answer */
    HugeGraphConnection(HugeGraphSettings settings, Duration callTimeout) {
        this.settings = settings;
        RestClientConfig.RestClientConfigBuilder config = RestClientConfig.builder()
                .connectTimeout((int) settings.connectTimeout().toMillis())
                .builderCallback(builder -> configure(builder, callTimeout));
        settings.login().ifPresent(login -> config.user(login.user()).password(login.password()));
        this.client = new RestClient(settings.uri().toString(), config.build());
        this.version = new VersionAPI(client);
        this.vertices = new VertexAPI(client, settings.database());
        this.edges = new EdgeAPI(client, settings.database());
        this.gremlin = new GremlinAPI(client);
    }

    /** The client's part is to carry requests: no retries of its own, no time-out but that of the whole request. */
    private void configure(OkHttpClient.Builder builder, Duration callTimeout) {
        builder.callTimeout(callTimeout)
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .retryOnConnectionFailure(false)
                .followRedirects(false)
                .eventListener(wire)
                .socketFactory(new ClientSocketFactory(settings.noDelay()))
                .connectionPool(pool);
        if (settings.uri().getScheme().equals("http")) {
            // Else each session would read the system's certificates, which takes some 50 ms.
            builder.connectionSpecs(List.of(ConnectionSpec.CLEARTEXT));
        }
    }

    /** Drops the connection if the server closed it since the last request; another one is then opened. */
    void refresh() {
        if (wire.isClosed()) {
            pool.evictAll();
        }
    }

    RequestListener wire() {
        return wire;
    }

    RestClient client() {
        return client;
    }

    VertexAPI vertices() {
        return vertices;
    }

    EdgeAPI edges() {
        return edges;
    }

    /** The cheapest round trip. */
    Versions versions() {
        return version.get();
    }

    /** What a script returns, as a list with one entry for each element of what it returned. */
    List<Object> run(String script, Map<String, @Nullable Object> bindings) {
        GremlinRequest request = new GremlinRequest(script);
        // Not added to the client's own map, which refuses null.
        request.bindings = bindings;
        request.aliases.put("graph", settings.database());
        request.aliases.put("g", "__g_" + settings.database());
        return gremlin.post(request).result().data();
    }

    @Override
    public void close() {
        client.close();
    }
}
