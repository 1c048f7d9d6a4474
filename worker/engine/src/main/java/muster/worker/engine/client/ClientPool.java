package muster.worker.engine.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import muster.worker.engine.lease.LeaseSegment;
import muster.worker.engine.lease.UnstartedRange;
import muster.workloads.target.Session;
import muster.workloads.target.TargetException;
import org.jspecify.annotations.Nullable;

/** The clients of an engine: how many there are, how they become fewer and more. The control lock guards the lists. */
public final class ClientPool {
    private static final long GROW_AGAIN_MS = 1_000;

    private final EngineState shared;
    private final SessionOpener sessions;
    private final @Nullable Pacer pacer;
    private final List<Client> running = new ArrayList<>();
    /** Stopped, but perhaps within their last block. */
    private final List<Client> leaving = new ArrayList<>();

    private final ExecutorService resizing =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().name("resize").factory());
    private int added;
    private boolean closed;
    private volatile int wanted;

    public ClientPool(EngineState shared, SessionOpener sessions, @Nullable Pacer pacer) {
        this.shared = shared;
        this.sessions = sessions;
        this.pacer = pacer;
    }

    /** Opens sessions for so many more clients and starts them; in the end phase the sessions are closed again. */
    public void add(int count) throws TargetException {
        List<Session> opened = sessions.open(count);
        shared.control.lock();
        try {
            if (closed) {
                opened.forEach(Session::close);
            } else {
                opened.forEach(this::add);
            }
        } finally {
            shared.control.unlock();
        }
    }

    private void add(Session session) {
        int number = added++;
        Client client = pacer == null
                ? new ClosedClient(shared, number, session)
                : new OpenClient(shared, number, session, pacer);
        running.add(client);
        client.thread.start();
    }

    /**
     * From now on so many clients, in the background: first fewer, and {@code taken} once that is true; then more. A
     * later call overtakes a growth that does not succeed.
     */
    public void resize(int count, Runnable taken) {
        wanted = count;
        if (resizing.isShutdown()) {
            return;
        }
        resizing.execute(() -> {
            try {
                shrink(count);
                taken.run();
                grow(count);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error bug) {
                shared.fail(bug);
            }
        });
    }

    private void shrink(int count) throws InterruptedException {
        shared.demand.clients(count);
        for (Client client : stopBeyond(count)) {
            client.awaitEnd();
        }
    }

    private List<Client> stopBeyond(int count) {
        shared.control.lock();
        try {
            leaving.removeIf(Client::over);
            List<Client> beyond = running.subList(Math.min(count, running.size()), running.size());
            beyond.forEach(this::stopAndGiveBack);
            leaving.addAll(beyond);
            beyond.clear();
            return List.copyOf(leaving);
        } finally {
            shared.control.unlock();
        }
    }

    private void stopAndGiveBack(Client client) {
        UnstartedRange rest = client.stop();
        if (rest != null) {
            giveBack(rest);
        }
    }

    private void giveBack(UnstartedRange rest) {
        LeaseSegment segment = shared.leases.giveBack(rest, shared.clock.nowNs());
        if (pacer == null) {
            shared.waiters.wake(segment.left());
        } else {
            pacer.offer(segment);
        }
    }

    /** A target that refuses connections now may accept them later: the run goes on with the clients that there are. */
    private void grow(int count) throws InterruptedException {
        while (wanted == count && missing(count) > 0) {
            try {
                add(missing(count));
            } catch (TargetException e) {
                Thread.sleep(GROW_AGAIN_MS);
            }
        }
    }

    private int missing(int count) {
        shared.control.lock();
        try {
            return closed ? 0 : count - running.size();
        } finally {
            shared.control.unlock();
        }
    }

    /** Stops all for good and returns what they had claimed and not started; under the control lock. */
    public List<UnstartedRange> removeAll() {
        closed = true;
        List<UnstartedRange> remainders = new ArrayList<>();
        for (Client client : running) {
            UnstartedRange rest = client.stop();
            if (rest != null) {
                remainders.add(rest);
            }
        }
        return remainders;
    }

    /** All that may still be within a block. */
    public List<Client> everyone() {
        shared.control.lock();
        try {
            List<Client> all = new ArrayList<>(running);
            all.addAll(leaving);
            return all;
        } finally {
            shared.control.unlock();
        }
    }

    public void stopResizing() {
        resizing.shutdownNow();
    }
}
