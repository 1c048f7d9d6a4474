package muster.benchmarks.simulated;

import java.util.function.Consumer;

/** The network of simulated workers. One thread uses it, and hears frames while it waits. */
interface Connections extends AutoCloseable {
    /**
     * Connects one worker; returns how it sends a frame.
     *
     * @param number of the worker
     * @param heard is given each frame that comes
     */
    Consumer<byte[]> connect(int number, Consumer<byte[]> heard);

    /** Delivers what comes until then, by {@link System#nanoTime}. */
    void serve(long untilNs);

    @Override
    void close();
}
