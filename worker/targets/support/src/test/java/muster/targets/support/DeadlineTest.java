package muster.targets.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class DeadlineTest {
    private static final Deadline FAR = Deadline.after(Duration.ofHours(1));
    private static final Deadline OVER = Deadline.after(Duration.ofSeconds(-1));

    @Test
    void a_failure_comes_as_it_was_thrown() {
        IOException failure = new IOException("gone");
        CompletableFuture<String> wrapped = CompletableFuture.failedFuture(new CompletionException(failure));
        assertThatThrownBy(() -> FAR.await(wrapped)).isSameAs(failure);
    }

    @Test
    void what_is_not_there_in_time_is_not_waited_for() {
        assertThatThrownBy(() -> OVER.await(new CompletableFuture<>())).isInstanceOf(TimeoutException.class);
        OVER.awaitClose(new CompletableFuture<>());
        assertThatThrownBy(OVER::check).hasMessage("no answer in time");
        assertThat(OVER.leftNs()).isZero();
        assertThat(OVER.leftMs()).isEqualTo(1);
    }

    @Test
    void one_that_is_not_over_lets_the_next_request_begin() throws Exception {
        FAR.check();
        assertThat(FAR.isOver()).isFalse();
        assertThat(FAR.leftMs()).isBetween(1L, Duration.ofHours(1).toMillis());
    }
}
