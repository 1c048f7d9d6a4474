package muster.coordinator.core;

import static muster.coordinator.core.TestCluster.plan;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import muster.model.StreamIndex;
import muster.protocol.Envelope;
import muster.protocol.Lease;
import muster.protocol.Prepare;
import muster.protocol.Start;
import org.junit.jupiter.api.Test;

/** A phase that offers several loads at the same time, with two workers. */
class StreamsTest {
    private final TestCluster cluster = new TestCluster();
    private final FakeWorker first = cluster.worker("first");
    private final FakeWorker second = cluster.worker("second");

    private void run(String streams) {
        cluster.expectWorkers = 2;
        cluster.submit(plan("{kind: measure, duration: 10s, streams: " + streams + "}"));
        cluster.pass(3_000);
    }

    private static Prepare prepared(FakeWorker worker) {
        return worker.heard.stream()
                .filter(Envelope::hasPrepare)
                .map(Envelope::getPrepare)
                .findFirst()
                .orElseThrow();
    }

    private static Set<Integer> streams(FakeWorker worker) {
        return worker.leases.stream()
                .filter(lease -> lease.getCount() > 0)
                .map(Lease::getFirst)
                .map(StreamIndex::stream)
                .collect(Collectors.toSet());
    }

    @Test
    void the_clients_of_each_stream_are_divided_by_themselves() {
        run("{a: {rate: 40/s, maxInFlight: 1}, b: {clients: 3}}");
        assertThat(List.of(prepared(first), prepared(second)))
                .extracting(Prepare::getStreamClientsList, Prepare::getClients)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(List.of(1, 2), 3),
                        org.assertj.core.groups.Tuple.tuple(List.of(0, 1), 1));
    }

    @Test
    void a_worker_without_clients_of_an_open_stream_gets_none_of_its_arrivals() {
        run("{a: {rate: 40/s, maxInFlight: 1}, b: {clients: 3}}");
        assertThat(first.started).isTrue();
        assertThat(second.started).as("it waits for no lease of a").isTrue();
        assertThat(Map.of("first", streams(first), "second", streams(second)))
                .isEqualTo(Map.of("first", Set.of(0, 1), "second", Set.of(1)));
    }

    @Test
    void leases_of_a_stream_have_its_indexes_and_no_number_twice() {
        run("{a: {clients: 2}, b: {clients: 2}, c: {clients: 2}}");
        List<Lease> all = java.util.stream.Stream.of(first, second)
                .flatMap(worker -> worker.leases.stream())
                .filter(lease -> lease.getCount() > 0)
                .toList();
        assertThat(all)
                .extracting(lease -> StreamIndex.stream(lease.getFirst()))
                .contains(0, 1, 2);
        assertThat(all).extracting(Lease::getLease).doesNotHaveDuplicates();
        for (int stream = 0; stream < 3; stream++) {
            int number = stream;
            assertThat(all.stream()
                            .filter(lease -> StreamIndex.stream(lease.getFirst()) == number)
                            .mapToLong(Lease::getFirst)
                            .min())
                    .hasValue(StreamIndex.first(stream));
        }
    }

    @Test
    void closed_clients_of_a_phase_with_both_models_have_a_start_of_their_own() {
        run("{a: {rate: 40/s}, b: {clients: 2}}");
        Start start = start(first);
        assertThat(start.getClientsStartNs()).isGreaterThanOrEqualTo(start.getStartNs());
    }

    /** A worker that took its own start for that of the phase had turns of its own, at the same time as another arm's. */
    @Test
    void a_worker_that_joins_a_phase_with_turns_later_is_told_when_the_phase_began() {
        run("{a: {clients: 4}, b: {clients: 4}}, turns: 500ms");
        FakeWorker late = cluster.worker("late");
        cluster.pass(2_000);
        Start began = start(first);
        Start joined = start(late);
        assertThat(joined.getStartNs()).isEqualTo(began.getStartNs());
        assertThat(joined.getClientsStartNs()).isGreaterThan(began.getStartNs() + 1_000_000_000L);
    }

    private static Start start(FakeWorker worker) {
        return worker.heard.stream()
                .filter(Envelope::hasStart)
                .map(Envelope::getStart)
                .findFirst()
                .orElseThrow();
    }
}
