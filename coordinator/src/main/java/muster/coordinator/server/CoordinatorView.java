package muster.coordinator.server;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import muster.protocol.OperationId;
import muster.protocol.OperationsAborted;
import muster.protocol.OperationsInFlight;
import muster.protocol.Status;
import muster.store.file.phase.PhaseAggregate;
import org.jspecify.annotations.Nullable;

/** A coordinator as those see it who look at it from within its process. It works for them only when they ask. */
public interface CoordinatorView {
    /**
     * What goes on at one moment.
     *
     * @param status what is told to those who ask over the network
     * @param phase what was reported of the phase that is running; null if none is. It goes on growing
     * @param own what the coordinator's process has used and done since it started, by the names of the store's
     *     resources ("cpu_ns", "commits", ...)
     */
    record Live(Status status, @Nullable PhaseAggregate phase, Map<String, Long> own) {}

    /** Asks what goes on; whoever asks while an answer is being made gets that one. Any thread. */
    CompletableFuture<Live> live();

    /** Ends a run at once, as {@code ./muster abort} does; completed with why it cannot, or "". Any thread. */
    CompletableFuture<String> abort(long runId);

    /** The oldest operations in flight, at most so many; completed after 2 s at the latest. Any thread. */
    CompletableFuture<OperationsInFlight> operations(int most);

    /** Ends one operation; completed after 15 s at the latest. Any thread. */
    CompletableFuture<OperationsAborted> abort(OperationId id);
}
