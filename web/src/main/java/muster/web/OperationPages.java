package muster.web;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import muster.coordinator.server.CoordinatorView;
import muster.protocol.OperationId;

/** Operations in flight: listed when somebody asks, and ended one by one. */
final class OperationPages {
    private static final int MAX = 100;
    /** Longer than the coordinator waits for workers, and those for their databases. */
    private static final int MAX_S = 20;

    private final CoordinatorView coordinator;
    private final PageJson json;

    OperationPages(CoordinatorView coordinator, PageJson json) {
        this.coordinator = coordinator;
        this.json = json;
    }

    HttpResponse list() throws TimeoutException {
        return HttpResponse.json(json.of(answer(coordinator.operations(MAX))));
    }

    HttpResponse abort(OperationId id) throws TimeoutException {
        return HttpResponse.json(json.of(answer(coordinator.abort(id))));
    }

    private static <T> T answer(CompletableFuture<T> asked) throws TimeoutException {
        try {
            return asked.get(MAX_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (TimeoutException) new TimeoutException("interrupted").initCause(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TimeoutException busy) {
                throw busy;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
