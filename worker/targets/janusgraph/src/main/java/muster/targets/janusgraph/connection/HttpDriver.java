package muster.targets.janusgraph.connection;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import muster.targets.janusgraph.script.JanusGraphSettings;

/** HTTP of our own making ({@link HttpExchange} says why): the official driver of Titan's time is not that of today. */
public final class HttpDriver implements Driver {
    private final JanusGraphSettings settings;
    private final ScheduledThreadPoolExecutor watch;

    public HttpDriver(JanusGraphSettings settings) {
        this.settings = settings;
        this.watch = new ScheduledThreadPoolExecutor(
                1,
                task -> Thread.ofPlatform().daemon().name("muster-titan-watch").unstarted(task));
        watch.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Connection connection(boolean interrupting) {
        return new HttpConnection(settings, watch);
    }

    @Override
    public String version() {
        return "none, HTTP of Muster";
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }
}
