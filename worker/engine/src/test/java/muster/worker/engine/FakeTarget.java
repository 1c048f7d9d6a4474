package muster.worker.engine;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import muster.workloads.target.AbortResult;
import muster.workloads.target.Depth;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.Probe;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import muster.workloads.target.Transaction;

/** A target within this process whose sessions do what a test says. */
public final class FakeTarget implements Target {
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();
    private final Supplier<Body> bodies;
    private final Consumer<Depth> depths;
    private final int refused;
    private volatile Runnable closing = () -> {};

    private FakeTarget(Supplier<Body> bodies, Consumer<Depth> depths, int refused) {
        this.bodies = bodies;
        this.depths = depths;
        this.refused = refused;
    }

    /** What a session does in place of a database. */
    interface Body {
        void execute(Transaction transaction, Probe probe) throws OperationFailure;

        default AbortResult abort() {
            return AbortResult.running("not in this test");
        }
    }

    static FakeTarget of(Body body) {
        return new FakeTarget(() -> body, depth -> {}, -1);
    }

    /** Each session has one of its own. */
    static FakeTarget each(Supplier<Body> bodies) {
        return new FakeTarget(bodies, depth -> {}, -1);
    }

    /** Refuses the session with this number, from 0. */
    static FakeTarget refusing(int number) {
        return new FakeTarget(() -> (transaction, probe) -> {}, depth -> {}, number);
    }

    /** Tells the depth that a session is opened with. */
    static FakeTarget noting(Consumer<Depth> depths) {
        return new FakeTarget(() -> (transaction, probe) -> {}, depths, -1);
    }

    /** What each of its sessions does before it is closed. */
    FakeTarget closing(Runnable next) {
        closing = next;
        return this;
    }

    public static FakeTarget nothing() {
        return of((transaction, probe) -> {});
    }

    @Override
    public Session session(Depth depth) throws TargetException {
        depths.accept(depth);
        int number = opened.getAndIncrement();
        if (number == refused) {
            throw new TargetException("session " + number + " refused");
        }
        Body body = bodies.get();
        return new Session() {
            @Override
            public void execute(Transaction transaction, Probe probe) throws OperationFailure {
                body.execute(transaction, probe);
            }

            @Override
            public AbortResult abort() {
                return body.abort();
            }

            @Override
            public void close() {
                closing.run();
                closed.incrementAndGet();
            }
        };
    }

    @Override
    public Map<String, String> facts() {
        return Map.of();
    }

    @Override
    public Contents contents() {
        return new Contents("nowhere", "none", true, 0, 0);
    }

    @Override
    public void reset(String marker) {}

    @Override
    public void awaitIndexes() {}

    @Override
    public Map<String, String> fingerprint() {
        return Map.of();
    }

    @Override
    public void close() {}
}
