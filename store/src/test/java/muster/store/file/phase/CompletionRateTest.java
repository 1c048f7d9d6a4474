package muster.store.file.phase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import muster.model.PhaseAt;
import muster.store.file.Given;
import muster.store.file.Store;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two workers that end 1,000 operations a second each. */
class CompletionRateTest {
    private static final long SECOND = Given.SECOND;
    private static final long SEVENTEEN = 17 * SECOND;

    private final CompletionRate pace = new CompletionRate();

    private void bothReport(long startNs, long samples) {
        pace.add(startNs, samples);
        pace.add(startNs, samples);
    }

    @Test
    void a_steady_load_is_steady_whenever_its_reports_arrive_and_are_read() {
        long startNs = SEVENTEEN;
        for (long nowNs = 21 * SECOND; nowNs < 80 * SECOND; nowNs += 21 * SECOND / 20) {
            for (; startNs + SECOND + durableAfterNs(startNs) <= nowNs; startNs += SECOND) {
                bothReport(startNs, 1_000);
            }
            assertThat(pace.perSecond(nowNs)).as("at %,d ns", nowNs).isEqualTo(2_000);
        }
    }

    /** Another time for each second, so that now none and now two become durable between two looks. */
    private static long durableAfterNs(long startNs) {
        return startNs / SECOND * 7 % 10 * SECOND / 10;
    }

    @Test
    void a_phase_that_begins_within_a_second_is_not_slower_for_it() {
        bothReport(SEVENTEEN + 3 * SECOND / 10, 700);
        assertThat(pace.perSecond(SEVENTEEN + 2 * SECOND)).isEqualTo(2_000);
        bothReport(SEVENTEEN + SECOND, 1_000);
        assertThat(pace.perSecond(SEVENTEEN + 3 * SECOND)).isEqualTo(2_000);
    }

    @Test
    void what_cannot_be_told_yet_is_nothing() {
        assertThat(pace.perSecond(SEVENTEEN)).isZero();
        bothReport(SEVENTEEN + SECOND - 1, 1);
        assertThat(pace.perSecond(SEVENTEEN + 2 * SECOND)).isZero();
    }

    @Test
    void when_nothing_ends_any_more_it_falls_to_nothing() {
        for (int second = 0; second < 10; second++) {
            bothReport(SEVENTEEN + second * SECOND, 1_000);
        }
        assertThat(pace.perSecond(SEVENTEEN + 12 * SECOND)).isEqualTo(4_000 / 3.0);
        assertThat(pace.perSecond(SEVENTEEN + 14 * SECOND)).isZero();
    }

    @Test
    void only_operations_that_ended_ok_make_it(@TempDir Path folder) {
        Histogram ok = Given.histogram(new long[750]);
        try (Store store = Store.open(folder.resolve("run.db"))) {
            PhaseAt at = Given.begin(store, Given.measure(Given.run(store)), "measure", 2, -1);
            Given.commit(
                    store,
                    List.of(Given.report(
                            at,
                            1,
                            1,
                            Given.START,
                            Given.all(
                                    Given.both("post", "ok", ok),
                                    Given.both("post", "timeout", Given.histogram(1)),
                                    Given.both("transaction", "ok", ok)),
                            Given.range(0, 751))),
                    List.of());
            long soon = (Given.START / SECOND + 2) * SECOND;
            assertThat(store.phases().aggregate(at).throughputPerS(soon)).isEqualTo(1_000);
        }
    }
}
