package muster.coordinator.core.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.coordinator.core.bounds.SnapshotBounds;
import muster.coordinator.core.crash.PhaseCrash;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.Peer;
import muster.coordinator.core.lease.Grant;
import muster.coordinator.core.lease.LeaseBook;
import muster.coordinator.core.lease.LeaseBook.LeaseNumbers;
import muster.coordinator.core.membership.Outbox;
import muster.coordinator.core.membership.PhaseMember;
import muster.coordinator.core.membership.PhaseMembership;
import muster.coordinator.core.membership.WorkerSession;
import muster.model.IndexRange;
import muster.model.PhaseAt;
import muster.model.SnapshotKey;
import muster.protocol.Coverage;
import muster.protocol.Hello;
import muster.protocol.Series;
import muster.protocol.Snapshot;
import muster.workloads.plan.Plan;
import muster.workloads.plan.PlanReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SnapshotAcceptorTest {
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "measure");
    private static final long ASSIGNMENT = 5;

    private static final Plan PLAN = PlanReader.parse(
            "name: p\ntarget: {kind: noop}\nworkload: {kind: noop}\nphases: [{kind: measure, duration: 1s}]",
            "test",
            List.of());

    private final Outbox outbox = new Outbox(1);
    private final PhaseMembership membership = new PhaseMembership();
    private final LeaseBook book = new LeaseBook(0, 100, 1, new LeaseNumbers(0));
    private final SnapshotAcceptor acceptor = new SnapshotAcceptor(
            AT,
            1,
            ASSIGNMENT,
            membership,
            TestStreams.of(book),
            new PhaseCrash(AT, null, outbox),
            SnapshotBounds.of(PLAN),
            outbox);
    private final WorkerSession worker = new WorkerSession(9, Hello.getDefaultInstance(), new Peer("w"), 0);
    private final PhaseMember member = new PhaseMember(worker, List.of(1), false, 0);
    private long lease;

    @BeforeEach
    void hold_ten_indexes() {
        membership.add(member);
        Grant grant = book.grant(9, 10, 100, 0);
        assertThat(grant).isNotNull();
        lease = grant == null ? 0 : grant.lease;
    }

    private Snapshot snapshot(long seq, int covered, int samples) {
        Snapshot.Builder snapshot = Snapshot.newBuilder()
                .setAssignment(ASSIGNMENT)
                .setSeq(seq)
                .addCoverage(Coverage.newBuilder().setLease(lease).addRuns(0).addRuns(covered));
        for (String timing : List.of("service", "response")) {
            snapshot.addSeries(Series.newBuilder()
                    .setOperation("noop")
                    .setTiming(timing)
                    .setOutcome("ok")
                    .setSamples(samples));
        }
        return snapshot.build();
    }

    private List<Action.Commit> commits() {
        return outbox.take().stream()
                .filter(Action.Commit.class::isInstance)
                .map(Action.Commit.class::cast)
                .toList();
    }

    private List<Long> acknowledged() {
        return outbox.take().stream()
                .filter(action ->
                        action instanceof Action.Send send && send.envelope().hasAcknowledge())
                .map(action ->
                        ((Action.Send) action).envelope().getAcknowledge().getThrough())
                .toList();
    }

    @Test
    void what_a_snapshot_covers_is_handed_to_the_store_and_acknowledged_only_once_it_is_durable() {
        assertThat(acceptor.take(worker, snapshot(1, 4, 4))).isNull();
        assertThat(commits())
                .singleElement()
                .satisfies(commit -> assertThat(commit.report().covered()).containsExactly(new IndexRange(0, 4, 1)));
        assertThat(acceptor.allCommitted()).isFalse();
        acceptor.committed(new SnapshotKey(AT, 9, 1));
        assertThat(acknowledged()).containsExactly(1L);
        assertThat(acceptor.allCommitted()).isTrue();
    }

    @Test
    void a_snapshot_that_comes_twice_is_acknowledged_and_not_counted_again() {
        acceptor.take(worker, snapshot(1, 4, 4));
        acceptor.committed(new SnapshotKey(AT, 9, 1));
        outbox.take();
        assertThat(acceptor.take(worker, snapshot(1, 4, 4))).isNull();
        assertThat(acknowledged()).containsExactly(1L);
        assertThat(book.covered()).isEqualTo(4);
    }

    @Test
    void a_snapshot_that_comes_before_the_one_before_it_waits_to_be_sent_again() {
        assertThat(acceptor.take(worker, snapshot(2, 4, 4))).isNull();
        assertThat(commits()).isEmpty();
        assertThat(book.covered()).isZero();
    }

    @Test
    void a_snapshot_without_one_sample_of_each_index_is_refused_as_a_whole_and_not_kept() {
        for (int samples : new int[] {3, 5}) {
            assertThat(acceptor.take(worker, snapshot(1, 4, samples))).contains("claims what it does not hold");
        }
        Snapshot.Builder unequal = snapshot(1, 4, 4).toBuilder();
        unequal.getSeriesBuilder(1).setSamples(3);
        assertThat(acceptor.take(worker, unequal.build())).contains("claims what it does not hold");
        assertThat(book.covered()).isZero();
        assertThat(outbox.take()).noneMatch(Action.Commit.class::isInstance);
        assertThat(acceptor.allCommitted()).isTrue();
    }

    @Test
    void a_snapshot_that_names_another_stream_than_its_leases_is_refused_and_not_kept() {
        Snapshot other = snapshot(1, 4, 4).toBuilder().setStream(1).build();
        assertThat(acceptor.take(worker, other)).contains("claims what it does not hold");
        assertThat(book.covered()).isZero();
        assertThat(outbox.take())
                .noneMatch(Action.Commit.class::isInstance)
                .filteredOn(Action.Log.class::isInstance)
                .singleElement()
                .asString()
                .contains("is not kept: ")
                .doesNotContain("quarantined");
        assertThat(acceptor.take(worker, snapshot(1, 4, 4))).isNull();
        assertThat(book.covered()).isEqualTo(4);
    }

    @Test
    void samples_of_a_transaction_stand_beside_those_of_its_operations() {
        Snapshot.Builder snapshot = snapshot(1, 4, 4).toBuilder();
        snapshot.addSeries(
                snapshot.getSeries(0).toBuilder().setOperation("transaction").setSamples(1));
        assertThat(acceptor.take(worker, snapshot.build())).isNull();
        assertThat(commits()).singleElement().matches(commit -> commit.report().accepted());
    }

    @Test
    void a_snapshot_whose_positions_overlap_is_refused_and_not_kept() {
        Snapshot twice = snapshot(1, 4, 8).toBuilder()
                .addCoverage(Coverage.newBuilder().setLease(lease).addRuns(2).addRuns(4))
                .build();
        assertThat(acceptor.take(worker, twice)).contains("claims what it does not hold");
        Snapshot backwards = snapshot(1, 4, 6).toBuilder()
                .setCoverage(0, Coverage.newBuilder().setLease(lease).addAllRuns(List.of(0L, 4L, -2L, 2L)))
                .build();
        assertThat(acceptor.take(worker, backwards)).contains("claims what it does not hold");
        assertThat(book.covered()).isZero();
        assertThat(outbox.take()).noneMatch(Action.Commit.class::isInstance);
    }

    @Test
    void what_a_fenced_session_says_without_one_sample_of_each_index_is_not_kept() {
        worker.end();
        acceptor.quarantined().fence(member, book.fence(9));
        assertThat(acceptor.take(worker, snapshot(1, 4, 5))).isNull();
        assertThat(outbox.take()).noneMatch(Action.Commit.class::isInstance);
        assertThat(acceptor.take(worker, snapshot(2, 4, 4))).isNull();
        assertThat(commits())
                .singleElement()
                .satisfies(commit -> assertThat(commit.report().covered()).containsExactly(new IndexRange(0, 4, 1)));
    }

    @Test
    void a_snapshot_that_claims_indexes_of_another_session_is_quarantined() {
        Grant other = book.grant(10, 10, 100, 0);
        assertThat(other).isNotNull();
        lease = other == null ? 0 : other.lease;
        assertThat(acceptor.take(worker, snapshot(1, 4, 4))).isNotNull();
        assertThat(book.covered()).isZero();
    }

    @Test
    void a_fenced_session_s_snapshot_is_kept_and_never_counted() {
        worker.end();
        acceptor.quarantined().fence(member, book.fence(9));
        assertThat(acceptor.take(worker, snapshot(1, 4, 4))).isNull();
        assertThat(commits()).singleElement().matches(commit -> !commit.report().accepted());
        assertThat(book.covered()).isZero();
    }

    @Test
    void a_session_without_a_part_in_the_phase_is_not_believed() {
        WorkerSession stranger = new WorkerSession(11, Hello.getDefaultInstance(), new Peer("x"), 0);
        assertThat(acceptor.take(stranger, snapshot(1, 4, 4))).isNotNull();
    }
}
