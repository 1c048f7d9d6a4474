package muster.worker.agent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import muster.worker.agent.protocol.WorkerProtocol;

/**
 * Looks for the reason while a worker is not in its cluster, on a thread of its own: after 3 seconds, then with a wait
 * that doubles up to 30 seconds. Each cause is said once for each length of the wait.
 */
public final class ConnectionDiagnostics implements AutoCloseable {
    private static final int FIRST_S = 3;
    private static final int SHORTEST_S = 1;
    private static final int LONGEST_S = 30;

    private final Supplier<String> membership;
    private final ReachabilityCheck reach;
    private final Consumer<String> log;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private String lastSaid = "";
    private volatile String cause = "";

    /**
     * Begins to watch.
     *
     * @param membership "" while the worker is in its cluster, else what it knows of why not
     */
    public ConnectionDiagnostics(Supplier<String> membership, ReachabilityCheck reach, Consumer<String> log) {
        this.membership = membership;
        this.reach = reach;
        this.log = log;
        this.thread = Thread.ofPlatform().name("muster-lookout").daemon(true).start(this::watch);
    }

    /** Why the worker is not in its cluster, in one line; "" if it is. Any thread. */
    public String trouble() {
        String known = membership.get();
        return known.isEmpty() || cause.isEmpty() ? known : cause;
    }

    private void watch() {
        int waitS = FIRST_S;
        boolean looked = false;
        while (!closes(waitS)) {
            boolean away = !membership.get().isEmpty();
            waitS = !away || !looked ? SHORTEST_S : Math.min(LONGEST_S, 2 * waitS);
            looked = away;
            if (away) {
                look(waitS);
            } else {
                cause = "";
                lastSaid = "";
            }
        }
    }

    private boolean closes(int waitS) {
        try {
            return closing.await(waitS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    private void look(int waitS) {
        String found = reach.trouble();
        cause = found.isEmpty() ? unseen() : found;
        String line = cause + "; looking again in " + waitS + " s";
        if (!line.equals(lastSaid) && !membership.get().isEmpty()) {
            lastSaid = line;
            log.accept(line);
        }
    }

    /** From outside all is right: what a wrong key looks like. */
    private String unseen() {
        String known = membership.get();
        if (known.startsWith(WorkerProtocol.REFUSED)) {
            return known;
        }
        return reach.keys()
                ? "the coordinator at " + reach + " does not take this worker's key: is cluster.pub its own, and was"
                        + " it started with this worker's .pub in workers/?"
                : reach + " takes connections, but does not answer as a coordinator";
    }

    @Override
    public void close() {
        closing.countDown();
        thread.interrupt();
    }
}
