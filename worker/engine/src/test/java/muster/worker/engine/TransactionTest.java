package muster.worker.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import muster.model.CountedOperations;
import muster.model.Series;
import muster.worker.engine.client.EngineSpec;
import muster.worker.engine.execution.Retries;
import muster.worker.engine.lease.LeaseGrant;
import muster.workloads.Workload.Operations;
import muster.workloads.operation.GraphityOperation.Unfollow;
import muster.workloads.operation.NoopOperation;
import muster.workloads.operation.Operation;
import muster.workloads.target.OperationFailure;
import muster.workloads.target.OperationFailure.Kind;
import muster.workloads.target.Outcome;
import muster.workloads.target.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class TransactionTest {
    private static Book run(EngineSpec spec, long size, long count) throws Exception {
        Book book = new Book(spec, size, count);
        book.open().start(Specs.nowNs(), 0);
        book.awaitCovered(count);
        book.finish();
        assertThat(book.failure()).isNull();
        return book;
    }

    private static Map<String, Long> transactions(Book book, String timing) {
        return book.series(timing).stream()
                .filter(series -> CountedOperations.isTransaction(series.key().operation()))
                .collect(Collectors.toMap(series -> series.key().outcome(), Series::samples, Long::sum));
    }

    @Test
    void a_hundred_actions_are_one_transaction_and_a_hundred_samples() throws Exception {
        AtomicInteger number = new AtomicInteger();
        EngineSpec spec = Specs.of(1).actions(100).build(FakeTarget.of((transaction, probe) -> {
            probe.stage(Stage.EXECUTE);
            if (number.getAndIncrement() % 5 == 4) {
                throw new OperationFailure(Kind.PERMANENT, "Constraint", "broken");
            }
            probe.outcome(7, Outcome.ABSENT);
            probe.stage(Stage.COMMIT);
        }));
        Book book = run(spec, 400, 2_000);
        assertThat(book.samples("service")).isEqualTo(Map.of("ok", 16L * 99, "absent", 16L, "Constraint", 400L));
        assertThat(book.samples("response")).isEqualTo(book.samples("service"));
        assertThat(transactions(book, "service")).isEqualTo(Map.of("ok", 16L, "Constraint", 4L));
        assertThat(transactions(book, "execute")).isEqualTo(Map.of("ok", 16L, "Constraint", 4L));
        assertThat(transactions(book, "commit")).isEqualTo(Map.of("ok", 16L));
        assertThat(book.intervals())
                .as("the actions share the time of their transaction")
                .extracting(interval -> interval.effort().serviceSamples())
                .satisfies(each -> assertThat(
                                each.stream().mapToLong(Long::longValue).sum())
                        .isEqualTo(20));
        assertThat(book.covered().cardinality()).isEqualTo(2_000);
    }

    @Test
    void the_last_block_of_a_lease_may_be_shorter_and_blocks_keep_their_indexes_together() throws Exception {
        List<List<Integer>> blocks = new CopyOnWriteArrayList<>();
        EngineSpec spec = Specs.of(1)
                .actions(4)
                .build(FakeTarget.of((transaction, probe) -> blocks.add(transaction.operations().stream()
                        .map(operation -> (int) ((NoopOperation) operation).index())
                        .toList())));
        Book book = new Book(spec, 1, 0);
        Engine engine = book.open();
        book.offer(new LeaseGrant(0, 8, 10, 3, 0));
        engine.start(Specs.nowNs(), 0);
        book.awaitCovered(10);
        book.finish();
        assertThat(blocks).containsExactly(List.of(8, 9, 10, 11), List.of(20, 21, 22, 23), List.of(32, 33));
    }

    /** A session that does one after another of these, then succeeds. */
    private static FakeTarget script(Object... steps) {
        Deque<Object> left = new ArrayDeque<>(Arrays.asList(steps));
        return FakeTarget.of((transaction, probe) -> {
            switch (left.poll()) {
                case Kind kind -> throw new OperationFailure(kind, "Deadlock", "a message");
                case Outcome outcome -> probe.outcome(0, outcome);
                case null, default -> {}
            }
        });
    }

    @Test
    void a_transient_failure_is_tried_again_and_is_one_sample_over_all_attempts() throws Exception {
        EngineSpec spec = Specs.of(1).retries(3, Duration.ofMillis(20)).build(script(Kind.TRANSIENT, Kind.TRANSIENT));
        Book book = run(spec, 1, 1);
        assertThat(book.samples("service")).isEqualTo(Map.of("Deadlock", 0L, "ok", 1L));
        assertThat(book.series("service"))
                .filteredOn(series -> series.key().outcome().equals("Deadlock"))
                .extracting(series -> series.counters().retries())
                .containsExactly(2L);
        assertThat(book.maxNs("service")).isGreaterThanOrEqualTo(30_000_000L);
    }

    @Test
    void retries_end_at_their_limit_with_the_class_and_the_first_message() throws Exception {
        EngineSpec spec = Specs.of(1).retries(1, Duration.ofMillis(1)).build(script(Kind.TRANSIENT, Kind.TRANSIENT));
        Book book = run(spec, 1, 1);
        assertThat(book.samples("service")).isEqualTo(Map.of("Deadlock", 1L));
        assertThat(book.series("service").getFirst().firstMessage()).isEqualTo("a message");
        assertThat(book.series("service").getFirst().counters().retries()).isEqualTo(1);
    }

    @Test
    void a_permanent_failure_is_not_tried_again() throws Exception {
        EngineSpec spec = Specs.of(1).retries(3, Duration.ofMillis(1)).build(script(Kind.PERMANENT));
        assertThat(run(spec, 1, 1).samples("service")).isEqualTo(Map.of("Deadlock", 1L));
    }

    @Test
    void a_duplicate_after_a_lost_answer_is_the_operation_itself_and_ok() throws Exception {
        EngineSpec spec = Specs.of(1).retries(3, Duration.ofMillis(1)).build(script(Kind.UNKNOWN, Outcome.DUPLICATE));
        assertThat(run(spec, 1, 1).samples("service")).isEqualTo(Map.of("unknown", 0L, "ok", 1L));
    }

    @Test
    void an_unfollow_that_finds_nothing_after_a_lost_answer_is_ok_and_without_one_it_is_absent() throws Exception {
        Operations unfollows = new Operations() {
            @Override
            public long count() {
                return Long.MAX_VALUE;
            }

            @Override
            public Operation at(long index) {
                return new Unfollow(index, index + 1);
            }
        };
        EngineSpec spec = Specs.of(1)
                .operations(unfollows)
                .retries(3, Duration.ofMillis(1))
                .build(script(Outcome.ABSENT, Kind.UNKNOWN, Outcome.ABSENT));
        assertThat(run(spec, 2, 2).samples("service")).isEqualTo(Map.of("absent", 1L, "unknown", 0L, "ok", 1L));
    }

    @Test
    void what_fails_in_the_end_after_a_lost_answer_stays_unknown() throws Exception {
        EngineSpec spec = Specs.of(1).retries(1, Duration.ofMillis(1)).build(script(Kind.UNKNOWN, Kind.TRANSIENT));
        assertThat(run(spec, 1, 1).samples("service")).isEqualTo(Map.of("unknown", 1L));
    }

    @Test
    void pauses_double_are_spread_by_half_and_are_bounded() {
        Retries retries = new Retries(50, 1_000, 3);
        for (int attempt = 0; attempt < 10; attempt++) {
            assertThat(retries.pauseNs(attempt, 5)).isBetween(500L << attempt, 1_500L << attempt);
        }
        assertThat(new Retries(50, 1_000_000_000L, 3).pauseNs(40, 5)).isLessThanOrEqualTo(15_000_000_000L);
        assertThat(retries.pauseNs(3, 5)).isEqualTo(retries.pauseNs(3, 5)).isNotEqualTo(retries.pauseNs(3, 6));
    }
}
