package muster.coordinator.core;

import static muster.coordinator.core.TestCluster.plan;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import muster.coordinator.core.event.Action;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OperationFigures;
import muster.model.CheckRow;
import org.junit.jupiter.api.Test;

/** Phases that end before their time, as what each second shows says. */
class EarlyEndTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final String MEASURE = "{kind: measure, duration: 60s, clients: 4, stopIf: [errors > 0 for 3s]}";

    private final TestCluster cluster = new TestCluster();

    private void run(String... phases) {
        cluster.worker("a");
        cluster.submit(plan(phases));
        cluster.pass(2_000);
    }

    private static PhaseFigures figures(long errors, double perS) {
        OperationFigures all =
                new OperationFigures("", "response", 10, errors, 10 + errors, perS, 1, 1, 1, percentile -> 1);
        return new PhaseFigures(10 + errors, perS, List.of(all));
    }

    /** By the number of the second of the phase that was asked for last: 0, 1, ... */
    private int asked() {
        return cluster.written(Action.ReadSecond.class).size();
    }

    private List<CheckRow> checks(String name) {
        return cluster.written(Action.WriteChecks.class).stream()
                .flatMap(written -> written.rows().stream())
                .filter(row -> row.name().equals(name))
                .toList();
    }

    @Test
    void a_stop_rule_ends_the_phase_with_the_last_second_that_was_judged() {
        cluster.seconds = second -> figures(asked() > 4 ? 1 : 0, 10);
        run(MEASURE);
        cluster.workers.getFirst().execute(7).report();
        cluster.pass(20_000);
        assertThat(asked()).isEqualTo(7);
        long endNs = cluster.phaseEnd().endNs();
        long lastSecond = cluster.written(Action.ReadSecond.class).getLast().unixSecond();
        assertThat(endNs).isEqualTo((lastSecond + 1) * SECOND_NS);
        assertThat(cluster.phaseEnd().state()).isEqualTo("complete");
        assertThat(cluster.runEnd().state()).isEqualTo("complete");
        assertThat(checks("stop rule"))
                .extracting(CheckRow::expected, CheckRow::observed, CheckRow::reason)
                .containsExactly(tuple(
                        "never errors > 0 for 3s",
                        "1 in the last second",
                        "phase measure ended after 7 s of 1m, by its stopIf"));
    }

    @Test
    void a_phase_ends_once_all_that_the_workload_has_is_done() {
        cluster.available = 100;
        run("{kind: measure, duration: 60s, clients: 4}");
        for (int second = 0; second < 20; second++) {
            cluster.workers.getFirst().execute(40).report();
            cluster.pass(1_000);
        }
        assertThat(cluster.counted()).hasSize(100);
        assertThat(cluster.phaseEnd().planned()).isEqualTo(100);
        assertThat(cluster.phaseEnd().missing()).isEmpty();
        assertThat(cluster.runEnd().state()).isEqualTo("complete");
        assertThat(checks("operations"))
                .extracting(CheckRow::expected, CheckRow::observed)
                .containsExactly(tuple("enough for 1m", "100 operations"));
        assertThat(checks("operations").getFirst().reason())
                .matches(
                        "phase measure ended after \\d+(\\.\\d+)? s of 1m: all that the workload has was done; give it more, or less time");
        assertThat(checks("Little's law")).isEmpty();
    }

    @Test
    void a_phase_that_uses_all_but_one_operation_goes_on_for_its_duration() {
        cluster.available = 101;
        run("{kind: measure, duration: 5s, clients: 4}");
        cluster.workers.getFirst().execute(100).report();
        cluster.pass(10_000);
        assertThat(checks("operations")).isEmpty();
        assertThat(cluster.phaseEnd().planned()).isLessThanOrEqualTo(101);
    }

    @Test
    void seconds_in_a_row_are_counted_anew_after_a_good_one() {
        cluster.seconds = second -> figures(asked() % 3 == 0 ? 0 : 1, 10);
        run(MEASURE);
        cluster.pass(70_000);
        assertThat(asked()).isGreaterThan(50);
        assertThat(checks("stop rule")).isEmpty();
    }

    @Test
    void a_second_without_a_figure_neither_counts_nor_breaks_the_row() {
        cluster.seconds = second -> asked() == 2 ? new PhaseFigures(0, 0, List.of()) : figures(1, 10);
        run(MEASURE);
        cluster.pass(20_000);
        assertThat(asked()).isEqualTo(4);
    }

    @Test
    void the_books_of_an_open_phase_that_ended_early_hold_what_was_given_out() {
        cluster.seconds = second -> figures(1, 10);
        run("{kind: measure, duration: 60s, rate: 20/s, stopIf: [errors > 0 for 3s]}");
        cluster.workers.getFirst().execute(15).report();
        cluster.pass(20_000);
        long covered = cluster.counted().size();
        long missing = cluster.phaseEnd().missing().stream()
                .mapToLong(range -> range.count())
                .sum();
        assertThat(covered).isPositive();
        assertThat(cluster.phaseEnd().planned()).isEqualTo(covered + missing).isLessThan(20 * 60);
        assertThat(checks("missed arrivals")).extracting(CheckRow::passed).containsOnly(true);
    }

    @Test
    void a_warm_up_ends_once_it_is_steady_and_the_next_phase_begins() {
        cluster.seconds = second -> figures(0, asked() < 10 ? 100.0 * asked() : 1_000);
        run("{kind: warmup, until: steady, max: 120s, clients: 4}", "{kind: measure, duration: 1s, clients: 4}");
        for (int tenths = 0; tenths < 600; tenths++) {
            cluster.workers.getFirst().execute(1).report();
            cluster.pass(100);
        }
        assertThat(asked()).isBetween(14, 24);
        assertThat(checks("warm-up")).extracting(CheckRow::observed).containsExactly("steady after " + asked() + " s");
        assertThat(cluster.runEnd().state()).isEqualTo("complete");
    }

    @Test
    void a_warm_up_that_is_never_steady_is_warned_of() {
        cluster.seconds = second -> figures(0, 100.0 * asked());
        run("{kind: warmup, until: steady, max: 15s, clients: 4}", "{kind: measure, duration: 1s, clients: 4}");
        for (int tenths = 0; tenths < 600; tenths++) {
            cluster.workers.getFirst().execute(1).report();
            cluster.pass(100);
        }
        assertThat(checks("warm-up"))
                .extracting(CheckRow::passed, CheckRow::kind, CheckRow::expected)
                .containsExactly(tuple(false, "warning", "steady within 15s"));
    }

    @Test
    void nobody_is_asked_for_seconds_where_nothing_ends_early() {
        run("{kind: measure, duration: 5s, clients: 4}");
        cluster.pass(20_000);
        assertThat(asked()).isZero();
    }

    @Test
    void a_worker_that_reports_late_is_waited_for_a_while() {
        cluster.seconds = second -> figures(1, 10);
        run(MEASURE);
        long startNs = cluster.written(Action.WritePhase.class).getLast().row().startNs();
        cluster.pass((startNs - cluster.nowNs()) / 1_000_000 + 3_900);
        assertThat(asked()).isZero();
        cluster.pass(1_000);
        assertThat(asked()).isEqualTo(1);
    }
}
