package muster.coordinator.core.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.coordinator.core.lease.Grant;
import muster.coordinator.core.lease.LeaseBook;
import muster.coordinator.core.lease.LeaseBook.LeaseNumbers;
import muster.model.IndexRange;
import muster.protocol.Coverage;
import muster.protocol.NonOkPositions;
import muster.protocol.PhaseKnown;
import muster.protocol.Series;
import muster.protocol.Snapshot;
import muster.protocol.SnapshotCodec;
import org.junit.jupiter.api.Test;

class KnownOutcomesTest {
    private static final IndexRange ALL = new IndexRange(0, 10, 1);

    private final LeaseBook book = new LeaseBook(0, 20, 1, new LeaseNumbers(0));
    private final KnownOutcomes outcomes = new KnownOutcomes();

    /** Covers a lease of ten with these series and exceptions, and says what is known then. */
    private PhaseKnown known(Snapshot.Builder snapshot) {
        Grant grant = book.grant(7, 10, Long.MAX_VALUE, 0);
        NonOkPositions.Builder[] exceptions =
                snapshot.getNonOkPositionsBuilderList().toArray(NonOkPositions.Builder[]::new);
        for (NonOkPositions.Builder each : exceptions) {
            each.getPositionsBuilderList().forEach(positions -> positions.setLease(grant.lease));
        }
        Snapshot told = snapshot.build();
        outcomes.take(told, SnapshotCodec.decode(told), Map.of(grant, List.of(ALL)));
        book.cover(grant, List.of(ALL));
        return outcomes.known(book);
    }

    private static Series series(String outcome, long samples) {
        return Series.newBuilder()
                .setOperation("follow")
                .setTiming("service")
                .setOutcome(outcome)
                .setSamples(samples)
                .build();
    }

    private static NonOkPositions positions(String outcome, long first, long count) {
        return NonOkPositions.newBuilder()
                .setOutcome(outcome)
                .addPositions(Coverage.newBuilder().addRuns(first).addRuns(count))
                .build();
    }

    @Test
    void what_was_not_ok_is_known_by_its_index() {
        PhaseKnown known = known(Snapshot.newBuilder()
                .addSeries(series("ok", 6))
                .addSeries(series("absent", 2))
                .addSeries(series("duplicate", 1))
                .addSeries(series("SomeError", 1))
                .addNonOkPositions(positions("absent", 3, 2))
                .addNonOkPositions(positions("duplicate", 9, 1))
                .addNonOkPositions(positions("uncertain", 0, 1)));
        assertThat(known.getExecutedList()).containsExactly(0L, 10L);
        assertThat(known.getAbsentList()).containsExactly(3L, 2L);
        assertThat(known.getDuplicateList()).containsExactly(9L, 1L);
        assertThat(known.getUncertainList()).containsExactly(0L, 1L);
    }

    @Test
    void a_worker_that_does_not_say_which_were_not_ok_makes_all_of_its_snapshot_uncertain() {
        PhaseKnown known =
                known(Snapshot.newBuilder().addSeries(series("ok", 9)).addSeries(series("absent", 1)));
        assertThat(known.getUncertainList()).containsExactly(0L, 10L);
    }

    @Test
    void a_position_that_the_snapshot_does_not_cover_makes_all_of_it_uncertain() {
        PhaseKnown known = known(Snapshot.newBuilder()
                .addSeries(series("ok", 9))
                .addSeries(series("absent", 1))
                .addNonOkPositions(positions("absent", 10, 1)));
        assertThat(known.getUncertainList()).containsExactly(0L, 10L);
        assertThat(known.getAbsentList()).isEmpty();
    }

    @Test
    void what_a_dead_worker_held_is_uncertain_until_another_covers_it_again() {
        book.grant(7, 10, Long.MAX_VALUE, 0);
        book.fence(7);
        Grant again = book.grant(8, 4, Long.MAX_VALUE, 0);
        book.cover(again, List.of(new IndexRange(0, 4, 1)));
        PhaseKnown known = outcomes.known(book);
        assertThat(known.getExecutedList()).containsExactly(0L, 10L);
        assertThat(known.getAgainList()).containsExactly(0L, 4L);
        assertThat(known.getUncertainList()).containsExactly(4L, 6L);
    }
}
