package muster.benchmarks.bottlenecks;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes the JVM that loads it collect garbage for about half of the time: a ballast of small objects makes each
 * collection long, and collections are asked for with a pause as long as the last one between them. Agent argument: the
 * ballast in MB.
 */
public final class GcAgent {
    private static final int OBJECT_BYTES = 32;

    @SuppressWarnings("unused") // Held, so that it is live.
    private static List<Object> ballast = List.of();

    private GcAgent() {}

    /** Called by the JVM before main. */
    public static void premain(String megabytes) {
        long objects = (Long.parseLong(megabytes) << 20) / OBJECT_BYTES;
        List<Object> held = new ArrayList<>();
        for (long i = 0; i < objects; i++) {
            held.add(new long[] {i});
        }
        ballast = held;
        Thread.ofPlatform().daemon().name("staged-gc").start(GcAgent::collect);
    }

    @SuppressWarnings("CallToSystemGC")
    private static void collect() {
        try {
            while (true) {
                long startNs = System.nanoTime();
                System.gc();
                Thread.sleep(Math.max(1, (System.nanoTime() - startNs) / 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
