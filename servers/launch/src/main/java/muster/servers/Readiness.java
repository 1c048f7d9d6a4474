package muster.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits until a server answers a query: an open port alone says little. */
record Readiness(ServerPart part, ServerContext context, Duration timeout) {
    private static final long POLL_MILLISECONDS = 50;

    void await(StartedPart started, LogTail tail) throws InterruptedException {
        long endNs = System.nanoTime() + timeout.toNanos();
        String answer = ask();
        while (!answer.isEmpty()) {
            refuseDead(started, tail);
            if (System.nanoTime() >= endNs) {
                throw new ServerException("%s did not answer a query within %d s (%s); its last log lines:%s"
                        .formatted(part.title(), timeout.toSeconds(), answer, tail.text()));
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
            throw new ServerException(part.title() + " died while it started; its last log lines:" + tail.text());
        }
    }
}
