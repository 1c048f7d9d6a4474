package muster.targets.neo4j;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.neo4j.driver.Record;
import org.neo4j.driver.async.ResultCursor;
import org.neo4j.driver.summary.ResultSummary;

/**
 * Hands rows to an answer by the thread that received them. With the driver's own {@code forEachAsync} the first of 30,000
 * rows came after 1.3 s, when nearly all were there, and their number a second was half as high (docs/property-stream.md).
 */
final class RowStream {
    private final ResultCursor cursor;
    private final ActionResult answer;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private RowStream(ResultCursor cursor, ActionResult answer) {
        this.cursor = cursor;
        this.answer = answer;
    }

    static CompletionStage<ResultSummary> read(ResultCursor cursor, ActionResult answer) {
        RowStream stream = new RowStream(cursor, answer);
        stream.take();
        return stream.ended.thenCompose(end -> cursor.consumeAsync());
    }

    /** A loop where rows wait already: a callback that calls the next would fill the stack. */
    @SuppressWarnings("FutureReturnValueIgnored") // What comes of it is told by {@code ended}.
    private void take() {
        CompletableFuture<Record> next = next();
        while (next.isDone() && took(next.isCompletedExceptionally() ? null : next.join(), failure(next))) {
            next = next();
        }
        if (!ended.isDone()) {
            next.whenComplete((row, failure) -> {
                if (took(row, failure)) {
                    take();
                }
            });
        }
    }

    private CompletableFuture<Record> next() {
        return cursor.nextAsync().toCompletableFuture();
    }

    private static @Nullable Throwable failure(CompletableFuture<Record> next) {
        return next.isCompletedExceptionally() ? next.exceptionNow() : null;
    }

    /** Whether there may be more; no row and no failure is the end. */
    private boolean took(@Nullable Record row, @Nullable Throwable failure) {
        if (failure != null) {
            ended.completeExceptionally(failure);
        } else if (row == null) {
            answer.ended();
            ended.complete(null);
        } else {
            hand(row);
        }
        if (answer.enough() && !ended.isDone()) {
            answer.ended();
            ended.complete(null);
        }
        return !ended.isDone();
    }

    /** A row of another shape ends the stream: in a callback of the driver an exception would be lost. */
    private void hand(Record row) {
        try {
            answer.row(row);
        } catch (RuntimeException e) {
            ended.completeExceptionally(e);
        }
    }
}
