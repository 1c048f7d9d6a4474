package muster.worker.agent;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import muster.worker.agent.protocol.WorkerProtocol;

/**
 * Finds the cause while a worker is not in its cluster, on its own thread: after 3 seconds, then with a wait
 * that doubles up to 30 seconds. Each cause is logged once for each length of the wait.
 */
public final class ConnectionDiagnostics implements AutoCloseable {
    private static final int FIRST_S = 3;
    private static final int SHORTEST_S = 1;
    private static final int MAX_S = 30;
    /**
     * After a wait that ends so much too late this machine is busy, and the coordinator may be, too: it would find the checks
     * of a hundred workers before their messages. So only the longest wait is followed by a check then.
     */
    private static final long BUSY_NS = 200_000_000;

    private final Supplier<String> membership;
    private final ReachabilityCheck reachability;
    private final Consumer<String> log;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private String lastLogged = "";
    private volatile String cause = "";

    /**
     * Begins to watch.
     *
     * @param membership "" while the worker is in its cluster, else what it knows of why not
     */
    public ConnectionDiagnostics(Supplier<String> membership, ReachabilityCheck reachability, Consumer<String> log) {
        this.membership = membership;
        this.reachability = reachability;
        this.log = log;
        this.thread =
                Thread.ofPlatform().name("muster-diagnostics").daemon(true).start(this::watch);
    }

    /** Why the worker is not in its cluster, in one line; "" if it is. Any thread. */
    public String trouble() {
        String known = membership.get();
        return known.isEmpty() || cause.isEmpty() ? known : cause;
    }

    private void watch() {
        int waitS = FIRST_S;
        boolean diagnosed = false;
        for (long atNs = System.nanoTime(); !closes(waitS); atNs = System.nanoTime()) {
            boolean busy = System.nanoTime() - atNs > TimeUnit.SECONDS.toNanos(waitS) + BUSY_NS;
            if (membership.get().isEmpty()) {
                waitS = SHORTEST_S;
                diagnosed = false;
                cause = "";
                lastLogged = "";
            } else if (busy && waitS < MAX_S) {
                waitS = longer(waitS);
            } else {
                waitS = diagnosed ? longer(waitS) : SHORTEST_S;
                diagnosed = true;
                diagnose(waitS);
            }
        }
    }

    private static int longer(int waitS) {
        return Math.min(MAX_S, 2 * waitS);
    }

    private boolean closes(int waitS) {
        try {
            return closing.await(waitS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    private void diagnose(int waitS) {
        String found = reachability.trouble();
        cause = found.isEmpty() ? invisibleCause() : found;
        String line = cause + "; next check in " + waitS + " s";
        if (!line.equals(lastLogged) && !membership.get().isEmpty()) {
            lastLogged = line;
            log.accept(line);
        }
    }

    /** From outside all is right: what a wrong key looks like. */
    private String invisibleCause() {
        String known = membership.get();
        if (known.startsWith(WorkerProtocol.REFUSED)) {
            return known;
        }
        return reachability.keys()
                ? "the coordinator at " + reachability
                        + " does not accept this worker's key: check that cluster.pub is the"
                        + " coordinator's, and that its workers/ folder holds this worker's .pub"
                : reachability + " accepts connections, but does not answer as a coordinator";
    }

    @Override
    public void close() {
        closing.countDown();
        thread.interrupt();
    }
}
