package muster.benchmarks.bottlenecks;

import java.io.IOException;
import java.time.Duration;

/** A process that passes bytes on to a server of this host after a delay in each direction. */
public final class SlowNetwork implements AutoCloseable {
    private final Helper proxy;

    private SlowNetwork(Helper proxy) {
        this.proxy = proxy;
    }

    /**
     * Starts it.
     *
     * @param delay one way, on average; each packet takes between half and one and a half of it
     */
    public static SlowNetwork before(int serverPort, Duration delay) throws IOException {
        return new SlowNetwork(Helper.java(-1, DelayProxy.class, serverPort, delay.toNanos() / 1_000));
    }

    /** Where it listens. */
    public int port() {
        return proxy.port();
    }

    @Override
    public void close() {
        proxy.close();
    }
}
