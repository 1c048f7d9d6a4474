package muster.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import muster.servers.host.LogTail;
import muster.servers.host.ServerException;

/**
 * Waits until a server answers a query: an open port alone proves little. It waits as long as the process lives and
 * prints that it waits; only a limit set by the user ends it earlier.
 *
 * @param timeout set by the user; empty for none
 */
record Readiness(ServerPart part, ServerContext context, Optional<Duration> timeout, Consumer<String> say) {
    private static final long POLL_MILLISECONDS = 50;
    private static final long SAY_NS = 5_000_000_000L;

    void await(StartedPart started, LogTail tail) throws InterruptedException {
        long startNs = System.nanoTime();
        long saidNs = startNs;
        String answer = ask();
        while (!answer.isEmpty()) {
            refuseDead(started, tail);
            long nowNs = System.nanoTime();
            if (timeout.isPresent() && nowNs - startNs >= timeout.get().toNanos()) {
                throw new ServerException("%s did not answer a query within %d s (%s): %s%s"
                        .formatted(part.title(), timeout.get().toSeconds(), answer, tail.reason(), tail.text()));
            }
            if (nowNs - saidNs >= SAY_NS) {
                saidNs = nowNs;
                say.accept("Waiting for %s, process %d, which has not answered for %d s"
                        .formatted(part.title(), started.process().pid(), (nowNs - startNs) / 1_000_000_000));
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLISECONDS);
            answer = ask();
        }
        refuseDead(started, tail);
    }

    /** An empty text once the query was answered, else why not. */
    private String ask() throws InterruptedException {
        try {
            part.query(context);
            return "";
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void refuseDead(StartedPart started, LogTail tail) {
        if (!started.isAlive()) {
            throw new ServerException(part.title() + " died while it started: " + tail.reason() + tail.text());
        }
    }
}
