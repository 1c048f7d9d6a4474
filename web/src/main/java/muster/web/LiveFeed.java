package muster.web;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import muster.coordinator.server.CoordinatorView;
import muster.coordinator.server.CoordinatorView.Live;
import muster.protocol.RunStatus;
import muster.protocol.Status;
import muster.store.file.sqlite.StoreException;
import muster.web.SseSubscribers.Events;

/** What viewers get once a second: the status as one JSON object, and the last seconds of the run that is running. */
final class LiveFeed implements SseSubscribers.Feed {
    private static final int ANSWER_S = 5;

    private final CoordinatorView coordinator;
    private final PageJson json;
    private final PerSecondSeries seconds;
    private final RunSoFar soFar;

    LiveFeed(CoordinatorView coordinator, Path store, PageJson json) {
        this.coordinator = coordinator;
        this.json = json;
        this.seconds = new PerSecondSeries(store);
        this.soFar = new RunSoFar(store);
    }

    @Override
    public Events next() {
        try {
            Status status = now(coordinator).status();
            long nowNs = status.getClockNs();
            Optional<Long> run = running(status);
            String told = event("status", json.of(status))
                    + run.map(id -> event("so-far", soFar.json(id, nowNs))).orElse("");
            return new Events(
                    told
                            + run.map(id -> event("seconds", seconds.latest(id, nowNs)))
                                    .orElse(""),
                    told
                            + run.map(id -> event("seconds", seconds.all(id, nowNs)))
                                    .orElse(""));
        } catch (TimeoutException late) {
            return trouble("the coordinator did not answer within " + ANSWER_S + " s");
        } catch (StoreException unreadable) {
            return trouble(String.valueOf(unreadable.getMessage()));
        }
    }

    /** Asks, and waits for a while. */
    static Live now(CoordinatorView coordinator) throws TimeoutException {
        CompletableFuture<Live> answer = coordinator.live();
        try {
            return answer.get(ANSWER_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (TimeoutException) new TimeoutException("interrupted").initCause(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static Optional<Long> running(Status status) {
        return status.getRunsList().stream()
                .filter(RunStatus::hasProgress)
                .map(RunStatus::getRunId)
                .findFirst();
    }

    private static Events trouble(String reason) {
        String event = event("trouble", reason);
        return new Events(event, event);
    }

    /** A line of data for each line of text. */
    static String event(String name, String data) {
        return "event: " + name + "\ndata: " + data.strip().replaceAll("\\R", "\ndata: ") + "\n\n";
    }

    @Override
    public void rest() {
        seconds.close();
        soFar.close();
    }
}
