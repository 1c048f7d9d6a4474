package muster.web;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Those who look at the page, and the thread that feeds them once a second. While there are none it sleeps. */
final class SseSubscribers implements AutoCloseable {
    /** Each has a thread that mostly sleeps; a hundred people may look at one run. */
    static final int MOST = 128;

    private final Feed feed;
    private final long eachMs;
    private final List<SseSubscriber> fed = new ArrayList<>();
    private final List<SseSubscriber> fresh = new ArrayList<>();
    private final AtomicLong dropped = new AtomicLong();
    private final Thread thread;
    private boolean closed;

    /** What viewers are told. */
    interface Feed {
        /** The events of now: those for whoever looks on, and those for whoever has just come. */
        Events next();

        /** Nobody looks any more. */
        void rest();
    }

    /** Texts of server-sent events. */
    record Events(String more, String all) {}

    /** @param eachMs how long the feed rests between two events */
    SseSubscribers(Feed feed, long eachMs) {
        this.feed = feed;
        this.eachMs = eachMs;
        this.thread = Thread.ofPlatform().name("muster-web-feed").daemon(true).start(this::work);
    }

    private void work() {
        try {
            while (awaitSomebody()) {
                publish(feed.next());
                Thread.sleep(eachMs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            feed.rest();
        }
    }

    private synchronized boolean awaitSomebody() throws InterruptedException {
        if (fed.isEmpty() && fresh.isEmpty() && !closed) {
            feed.rest();
        }
        while (fed.isEmpty() && fresh.isEmpty() && !closed) {
            wait();
        }
        return !closed;
    }

    /** Whoever is too far behind is dropped: what waits for a viewer is bounded. */
    private synchronized void publish(Events events) {
        for (SseSubscriber viewer : List.copyOf(fed)) {
            if (!viewer.offer(events.more)) {
                dropped.incrementAndGet();
                fed.remove(viewer);
                viewer.drop();
            }
        }
        fresh.forEach(viewer -> viewer.offer(events.all));
        fed.addAll(fresh);
        fresh.clear();
    }

    /** Serves one until it goes; the calling thread is its own meanwhile. */
    void serve(HttpExchange exchange) throws IOException {
        SseSubscriber viewer = new SseSubscriber();
        if (!enter(viewer)) {
            HttpResponse.text(503, "viewer limit reached (" + MOST + ")").send(exchange);
            return;
        }
        HttpResponse.protect(exchange.getResponseHeaders()).set("Content-Type", "text/event-stream");
        try (exchange;
                OutputStream out = open(exchange)) {
            viewer.serve(out);
        } finally {
            leave(viewer);
        }
    }

    private static OutputStream open(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        return exchange.getResponseBody();
    }

    synchronized boolean enter(SseSubscriber viewer) {
        if (closed || count() >= MOST) {
            return false;
        }
        fresh.add(viewer);
        notifyAll();
        return true;
    }

    synchronized void leave(SseSubscriber viewer) {
        fed.remove(viewer);
        fresh.remove(viewer);
    }

    synchronized int count() {
        return fed.size() + fresh.size();
    }

    /** Those who did not read. */
    long dropped() {
        return dropped.get();
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            fed.forEach(SseSubscriber::drop);
            fresh.forEach(SseSubscriber::drop);
        }
        thread.interrupt();
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
