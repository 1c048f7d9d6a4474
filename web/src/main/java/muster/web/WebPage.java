package muster.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import muster.coordinator.server.CoordinatorView;
import muster.protocol.OperationId;
import muster.protocol.OperationIdText;
import muster.report.RunReport;
import muster.report.export.OpenMetrics;
import muster.store.file.sqlite.Query;
import muster.store.file.sqlite.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * The page of a coordinator and its /metrics. Threads are those of the platform: there are few, and reading a SQLite file
 * would pin a virtual one. Connections are bounded, so what waits for a thread is, too.
 */
public final class WebPage implements AutoCloseable {
    private static final int CONNECTIONS = 2 * SseSubscribers.MOST;
    private static final int REQUESTS = 8;
    private static final long EACH_MS = 1_000;
    private static final int REQUEST_S = 10;
    private static final String ABORT = "/abort/";
    private static final String REPORT = "/report/";

    private final CoordinatorView coordinator;
    private final Path store;
    private final PageFiles files;
    private final OperationPages operations;
    private final SseSubscribers viewers;
    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final WebAddress address;

    // Bounds that the JDK's server reads once, when its first class is loaded; what a person has set stays.
    static {
        bound("jdk.httpserver.maxConnections", CONNECTIONS);
        bound("sun.net.httpserver.maxReqTime", REQUEST_S);
    }

    private static void bound(String property, int value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, Integer.toString(value));
        }
    }

    /**
     * Serves from now on.
     *
     * @param token what a request must show; empty for none, which is for loopback
     * @throws IOException if the address cannot be bound
     */
    public WebPage(
            WebAddress asked, Optional<AccessToken> token, CoordinatorView coordinator, Path store, PageJson json)
            throws IOException {
        this.coordinator = coordinator;
        this.store = store;
        server = HttpServer.create(
                new InetSocketAddress(InetAddress.getByName(asked.host()), asked.port()), CONNECTIONS);
        address = new WebAddress(asked.host(), server.getAddress().getPort());
        WebAccessFilter accessFilter = new WebAccessFilter(names(asked.host()), token);
        files = new PageFiles(accessFilter.pageToken());
        operations = new OperationPages(coordinator, json);
        viewers = new SseSubscribers(new LiveFeed(coordinator, store, json), EACH_MS);
        threads = threads();
        server.setExecutor(threads);
        server.createContext("/", this::answer).getFilters().add(accessFilter);
        server.start();
    }

    private static ThreadPoolExecutor threads() {
        int most = SseSubscribers.MOST + REQUESTS;
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                most,
                most,
                REQUEST_S,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().name("muster-web-", 0).daemon(true).factory());
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    private static Set<String> names(String host) {
        Set<String> names = new HashSet<>(Set.of("localhost", host.toLowerCase(Locale.ROOT)));
        try {
            names.add(InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT));
        } catch (UnknownHostException nameless) {
            // Then it is known by its address.
        }
        return names;
    }

    /** With the port that it took. */
    public String url() {
        return "http://" + address + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        boolean post = exchange.getRequestMethod().equals("POST");
        if (post != path.startsWith(ABORT)) {
            HttpResponse.text(405, "POST is for " + ABORT + "RUN or OPERATION, and nothing else is")
                    .send(exchange);
        } else if (path.equals("/live") && exchange.getRequestMethod().equals("GET")) {
            viewers.serve(exchange);
        } else {
            HttpResponse found = find(path);
            (found == null ? HttpResponse.text(404, "no such page; there are /, /report/RUN and /metrics") : found)
                    .send(exchange);
        }
    }

    private @Nullable HttpResponse find(String path) throws IOException {
        try {
            return switch (path) {
                case "/runs" -> HttpResponse.json(RunHistory.json(store));
                case "/metrics" -> metrics();
                case "/operations" -> operations.list();
                default -> other(path);
            };
        } catch (TimeoutException late) {
            String why = late.getMessage();
            return HttpResponse.text(503, why == null ? "the coordinator did not answer in time" : why);
        } catch (StoreException unreadable) {
            return HttpResponse.text(503, String.valueOf(unreadable.getMessage()));
        }
    }

    private @Nullable HttpResponse other(String path) throws IOException, TimeoutException {
        if (path.matches(REPORT + "[0-9]{1,18}")) {
            return report(Long.parseLong(path.substring(REPORT.length())));
        }
        return path.startsWith(ABORT) ? abort(path.substring(ABORT.length())) : files.find(path);
    }

    /** As ./muster report writes it. One at a time, as it takes memory. */
    private synchronized HttpResponse report(long run) {
        try (Query query = Query.open(store)) {
            boolean known = !query.table("SELECT 1 FROM run WHERE run_id = " + run)
                    .rows()
                    .isEmpty();
            return known
                    ? HttpResponse.report(RunReport.read(query, run).html())
                    : HttpResponse.text(404, "there is no run " + run);
        }
    }

    private HttpResponse metrics() throws IOException, TimeoutException {
        String text = Metrics.text(LiveFeed.now(coordinator), viewers.count(), viewers.dropped());
        return new HttpResponse(200, OpenMetrics.CONTENT_TYPE, text.getBytes(StandardCharsets.UTF_8));
    }

    private HttpResponse abort(String run) throws TimeoutException {
        Optional<OperationId> operation = OperationIdText.parse(run);
        if (operation.isPresent()) {
            return operations.abort(operation.get());
        }
        if (!run.matches("[0-9]{1,18}")) {
            return HttpResponse.text(404, "the number of a run or the id of an operation, such as " + ABORT + "3");
        }
        String failure = aborted(Long.parseLong(run));
        return failure.isEmpty()
                ? HttpResponse.text(200, "run " + run + " is aborted")
                : HttpResponse.text(409, failure);
    }

    private String aborted(long run) throws TimeoutException {
        try {
            return coordinator.abort(run).get(REQUEST_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "the coordinator is closing";
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Sends everybody away; to be called while the store is still open. */
    @Override
    public void close() {
        viewers.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
