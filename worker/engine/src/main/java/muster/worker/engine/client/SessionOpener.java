package muster.worker.engine.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import muster.workloads.target.Depth;
import muster.workloads.target.Session;
import muster.workloads.target.Target;
import muster.workloads.target.TargetException;
import org.jspecify.annotations.Nullable;

/** Opens sessions side by side, but not so many at once that the server would see an attack. */
public record SessionOpener(Target target, Depth depth) {
    private static final int AT_ONCE = 64;

    /** All of them, or none: then the first failure is thrown. */
    public List<Session> open(int count) throws TargetException {
        List<Session> sessions = new ArrayList<>(count);
        @Nullable Exception failure;
        try (ExecutorService pool =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            failure = collect(submit(pool, count), sessions);
        }
        if (failure != null) {
            sessions.forEach(Session::close);
            throw asTargetException(failure);
        }
        return sessions;
    }

    private List<Future<Session>> submit(ExecutorService pool, int count) {
        List<Future<Session>> opening = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            opening.add(pool.submit(() -> target.session(depth)));
        }
        return opening;
    }

    /** Returns the first failure, or null; after one, what has not begun is cancelled. */
    private static @Nullable Exception collect(List<Future<Session>> opening, List<Session> into) {
        Exception failure = null;
        for (Future<Session> future : opening) {
            if (failure != null) {
                future.cancel(false);
            }
            try {
                if (!future.isCancelled()) {
                    into.add(future.get());
                }
            } catch (ExecutionException | InterruptedException e) {
                failure = failure == null ? e : failure;
            }
        }
        return failure;
    }

    private static TargetException asTargetException(Exception failure) {
        return switch (failure.getCause()) {
            case TargetException refused -> refused;
            case RuntimeException bug -> throw bug;
            case Error bug -> throw bug;
            case null, default -> new TargetException("opening sessions was interrupted", failure);
        };
    }
}
