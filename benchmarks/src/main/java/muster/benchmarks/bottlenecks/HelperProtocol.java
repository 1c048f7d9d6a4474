package muster.benchmarks.bottlenecks;

import java.io.IOException;

/** What the helper processes of a stage have in common: they say their port, and end when their standard input does. */
final class HelperProtocol {
    static final String LISTENING = "listening on ";

    private HelperProtocol() {}

    static void listening(int port) {
        System.out.println(LISTENING + port);
        System.out.flush();
    }

    /** The system closes the other end of standard input however the parent ends, so nothing outlives it. */
    static void endWithParent() {
        Thread.ofPlatform().daemon().name("lifeline").start(() -> {
            try {
                while (System.in.read() >= 0) {
                    // Nothing is ever sent.
                }
            } catch (IOException closed) {
                // As good as its end.
            }
            Runtime.getRuntime().halt(0);
        });
    }
}
