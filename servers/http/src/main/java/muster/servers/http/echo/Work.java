package muster.servers.http.echo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What the server does for each request before it answers. */
sealed interface Work {
    /** Done when it returns: for a thread that may block. */
    void block() throws IOException, InterruptedException;

    /** Completed when it is done, without blocking the caller for longer than it computes. */
    CompletableFuture<?> begin();

    static Work of(String kind, long durationNs, String url, String body) {
        return switch (kind) {
            case "cpu" -> new Cpu(durationNs);
            case "sleep" -> new Sleep(durationNs);
            case "query" -> Query.of(url, body);
            default -> new Nothing();
        };
    }

    /** Answers at once. */
    record Nothing() implements Work {
        private static final CompletableFuture<?> DONE = CompletableFuture.completedFuture(null);

        @Override
        public void block() {}

        @Override
        public CompletableFuture<?> begin() {
            return DONE;
        }
    }

    /** Holds a core. */
    record Cpu(long durationNs) implements Work {
        @Override
        public void block() {
            long endNs = System.nanoTime() + durationNs;
            while (System.nanoTime() - endNs < 0) {
                Thread.onSpinWait();
            }
        }

        @Override
        public CompletableFuture<?> begin() {
            block();
            return Nothing.DONE;
        }
    }

    /** Waits, as for a disk or another server. */
    record Sleep(long durationNs) implements Work {
        @Override
        public void block() {
            long endNs = System.nanoTime() + durationNs;
            for (long leftNs = durationNs; leftNs > 0; leftNs = endNs - System.nanoTime()) {
                LockSupport.parkNanos(leftNs);
            }
        }

        @Override
        public CompletableFuture<?> begin() {
            Executor later = CompletableFuture.delayedExecutor(durationNs, TimeUnit.NANOSECONDS, Runnable::run);
            return CompletableFuture.runAsync(() -> {}, later);
        }
    }

    /** Asks another server, such as Neo4j's Query API, and waits for its answer. */
    record Query(HttpClient client, HttpRequest request) implements Work {
        private static final String JSON = "application/json";

        static Query of(String url, String body) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                    .header("Content-Type", JSON)
                    .header("Accept", JSON)
                    .POST(BodyPublishers.ofString(body))
                    .build();
            HttpClient client =
                    HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            return new Query(client, request);
        }

        @Override
        public void block() throws IOException, InterruptedException {
            client.send(request, BodyHandlers.discarding());
        }

        @Override
        public CompletableFuture<?> begin() {
            return client.sendAsync(request, BodyHandlers.discarding());
        }
    }
}
