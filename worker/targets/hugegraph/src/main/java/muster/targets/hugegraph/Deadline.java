package muster.targets.hugegraph;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Until when an operation of several requests may start another; each request is bounded by the client. */
record Deadline(long endNs) {
    public static Deadline after(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    void check() throws TimeoutException {
        if (isOver()) {
            throw new TimeoutException("no answer in time");
        }
    }

    boolean isOver() {
        return System.nanoTime() - endNs > 0;
    }
}
