package muster.coordinator.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OperationFigures;
import muster.store.file.row.CheckRow;
import muster.store.file.row.PhaseAt;
import muster.workloads.plan.PhaseKind;
import org.junit.jupiter.api.Test;

class LoadCheckTest {
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "load-edges");

    private static List<CheckRow> rows(PhaseKind kind, long errors) {
        return LoadCheck.of(AT, kind, new PhaseFigures(2000, 0, List.of(row("", errors), row("loadFollows", errors))));
    }

    private static OperationFigures row(String operation, long errors) {
        return new OperationFigures(operation, "service", 2000 - errors, errors, 2000, 0, 0, 0, 0, percentile -> -1);
    }

    @Test
    void a_load_of_which_something_failed_is_warned_of_once_with_how_much() {
        assertThat(rows(PhaseKind.LOAD, 400)).singleElement().satisfies(row -> {
            assertThat(row.kind()).isEqualTo("warning");
            assertThat(row.observed()).isEqualTo("400 of 2000 operations in load-edges");
            assertThat(row.reason()).contains("smaller than the plan says", "target.retries");
        });
    }

    @Test
    void a_whole_load_and_other_phases_are_not_warned_of() {
        assertThat(rows(PhaseKind.LOAD, 0)).isEmpty();
        assertThat(rows(PhaseKind.WARMUP, 400)).isEmpty();
    }
}
