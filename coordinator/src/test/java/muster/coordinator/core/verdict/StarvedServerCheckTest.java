package muster.coordinator.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.PhaseBooks;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.ServerUse;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import org.junit.jupiter.api.Test;

/** Without workers on the server's host, so that all that the server did not use was used by other programs. */
class StarvedServerCheckTest {
    private static final double UNDER_WAY = 64;

    /** On two cores, of which half a core was idle, over four seconds. */
    private static List<CheckRow> check(double used, double waited) {
        ServerUse use = new ServerUse("http", 4, used, 2, 2, 0.5, waited, "http-1", 0.1, 0.1, 0, 0, 0, 0, 0, "");
        PhaseFigures figures = new PhaseFigures(
                1, 1, List.of(), PhaseBooks.NONE, Map.of("service", UNDER_WAY * 4e9), List.of(), List.of(), use);
        return StarvedServerCheck.of(new PhaseAt(1, 1, 1, "measure"), figures, List.of());
    }

    @Test
    void a_server_that_waited_for_cores_which_others_used_was_starved() {
        assertThat(check(0.6, 0.4)).singleElement().satisfies(row -> {
            assertThat(row.name()).isEqualTo("starved server");
            assertThat(row.observed()).isEqualTo("0.90 of 2 cores");
        });
    }

    @Test
    void a_server_that_sleeps_beside_them_was_not() {
        assertThat(check(0.14, 0.13)).isEmpty();
    }

    @Test
    void one_that_runs_when_it_wants_to_was_not() {
        assertThat(check(0.9, 0.1)).isEmpty();
    }
}
