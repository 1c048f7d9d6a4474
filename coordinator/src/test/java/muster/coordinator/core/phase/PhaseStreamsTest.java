package muster.coordinator.core.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.lease.Grant;
import muster.coordinator.core.lease.LeaseBook;
import muster.coordinator.core.lease.LeaseBook.LeaseNumbers;
import muster.coordinator.core.membership.WorkerSession;
import muster.model.IndexRange;
import muster.model.StreamIndex;
import muster.protocol.Coverage;
import muster.protocol.Hello;
import muster.protocol.Lease;
import muster.protocol.Returned;
import muster.protocol.SessionState;
import org.junit.jupiter.api.Test;

class PhaseStreamsTest {
    private static final long SESSION = 7;

    private final LeaseNumbers numbers = new LeaseNumbers(0);
    private final LeaseBook writers = new LeaseBook(StreamIndex.first(0), 10, 1, numbers);
    private final LeaseBook scans = new LeaseBook(StreamIndex.first(1), 30, 1, numbers);
    private final PhaseStreams streams = TestStreams.of(writers, scans);

    private static Grant grant(LeaseBook book, long size) {
        return Objects.requireNonNull(book.grant(SESSION, size, Long.MAX_VALUE, 0));
    }

    @Test
    void an_index_names_its_stream_and_no_two_streams_share_a_lease() {
        Grant write = grant(writers, 10);
        Grant scan = grant(scans, 10);
        assertThat(scan.lease).isNotEqualTo(write.lease);
        assertThat(streams.find(SESSION, write.lease)).isSameAs(write);
        assertThat(streams.find(SESSION, scan.lease)).isSameAs(scan);
        assertThat(StreamIndex.stream(write.first)).isZero();
        assertThat(StreamIndex.stream(scan.first)).isOne();
        assertThat(StreamIndex.position(scan.first)).isZero();
    }

    @Test
    void what_a_snapshot_covers_is_covered_in_the_stream_of_the_lease() {
        grant(writers, 4);
        streams.cover(grant(scans, 10), List.of(new IndexRange(0, 10, 1)));
        assertThat(writers.covered()).isZero();
        assertThat(scans.coveredRanges()).containsExactly(new IndexRange(StreamIndex.first(1), 10, 1));
        assertThat(streams.covered()).isEqualTo(10);
        streams.uncover(scans.coveredRanges());
        assertThat(streams.covered()).isZero();
    }

    @Test
    void a_phase_is_complete_when_each_of_its_streams_is() {
        streams.cover(grant(writers, 10), List.of(new IndexRange(0, 10, 1)));
        assertThat(streams.complete()).isFalse();
        streams.cover(grant(scans, 30), List.of(new IndexRange(0, 30, 1)));
        assertThat(streams.complete()).isTrue();
    }

    @Test
    void what_a_worker_gives_back_and_what_it_loses_go_to_their_own_streams() {
        Grant write = grant(writers, 5);
        Grant scan = grant(scans, 5);
        WorkerSession worker = new WorkerSession(SESSION, Hello.getDefaultInstance(), new Peer("w"), 0);
        Coverage all =
                Coverage.newBuilder().setLease(scan.lease).addRuns(0).addRuns(5).build();
        streams.returned(worker, Returned.newBuilder().addUnstarted(all).build(), 0);
        assertThat(streams.fence(SESSION)).containsExactly(write);
        assertThat(grant(writers, 5).first).isEqualTo(write.first);
        assertThat(grant(scans, 5).first).isEqualTo(scan.first);
        assertThat(streams.executedAgain()).as("only what was lost").isEqualTo(5);
    }

    @Test
    void a_session_that_returns_holds_its_leases_in_the_streams_that_granted_them() {
        SessionState holding = SessionState.newBuilder()
                .addLeases(Lease.newBuilder().setLease(1).setFirst(2).setCount(3))
                .addLeases(Lease.newBuilder()
                        .setLease(2)
                        .setFirst(StreamIndex.first(1) + 4)
                        .setCount(5))
                .build();
        assertThat(streams.grants(SESSION, holding, 0))
                .extracting(grant -> grant.first)
                .containsExactly(2L, StreamIndex.first(1) + 4);
    }
}
