package muster.coordinator.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.PhaseBooks;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OutcomeCount;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.PlanReader;
import org.junit.jupiter.api.Test;

class LoadCheckTest {
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "load-edges");
    private static final PhaseSpec LOAD = phase("{kind: load}");
    private static final PhaseSpec CONTINUES = phase("{kind: load, onError: continue}");

    private static PhaseSpec phase(String phase) {
        return PlanReader.parse(
                        "{name: p, target: {kind: noop}, workload: {kind: noop}, phases: [%s]}".formatted(phase),
                        "p",
                        List.of())
                .phases()
                .getFirst();
    }

    private static OutcomeCount outcome(String outcome, long count, String message) {
        return new OutcomeCount(outcome, count, message);
    }

    private static PhaseFigures figures(long missing, OutcomeCount... outcomes) {
        long counted = Arrays.stream(outcomes).mapToLong(OutcomeCount::count).sum();
        PhaseBooks books = new PhaseBooks(counted + missing, counted, missing, counted);
        return new PhaseFigures(counted, 0, List.of(), books, Map.of(), List.of(), List.of(), null, List.of(outcomes));
    }

    @Test
    void a_load_that_failed_ends_the_run_and_says_how_much_why_and_what_helps() {
        PhaseFigures failed = figures(0, outcome("OperationTimeout", 20_000, "no answer within 1.5 s\nat some place"));
        assertThat(LoadCheck.failure(AT, LOAD, failed))
                .hasValue(
                        "load failed: 20,000 of 20,000 operations of phase load-edges failed (OperationTimeout: no answer"
                                + " within 1.5 s); load with fewer clients, more target.retries or a longer"
                                + " target.operationTimeout, or set onError: continue in the load phase"
                                + " (--set load.onError=continue)");
        assertThat(LoadCheck.rows(AT, LOAD, failed)).singleElement().satisfies(row -> {
            assertThat(row.kind()).isEqualTo("warning");
            assertThat(row.name()).isEqualTo(CheckRow.FAILED_LOAD);
            assertThat(row.observed()).isEqualTo("20,000 of 20,000 operations in load-edges");
        });
    }

    @Test
    void a_plan_that_continues_is_warned_once() {
        PhaseFigures partly = figures(0, outcome("ok", 1600, ""), outcome("OperationTimeout", 400, ""));
        assertThat(LoadCheck.failure(AT, CONTINUES, partly)).isEmpty();
        assertThat(LoadCheck.rows(AT, CONTINUES, partly)).singleElement().satisfies(row -> {
            assertThat(row.observed()).isEqualTo("400 of 2,000 operations in load-edges");
            assertThat(row.reason()).contains("smaller than the plan says", "target.retries");
        });
    }

    @Test
    void one_operation_that_did_not_do_its_part_is_enough() {
        for (String outcome : List.of("OperationTimeout", "unknown", "aborted", "absent")) {
            assertThat(LoadCheck.failure(AT, LOAD, figures(0, outcome("ok", 1999, ""), outcome(outcome, 1, ""))))
                    .as(outcome)
                    .get()
                    .asString()
                    .contains("1 of 2,000", outcome);
        }
        assertThat(LoadCheck.failure(AT, LOAD, figures(1, outcome("ok", 1999, ""))))
                .get()
                .asString()
                .contains("1 of 2,000", "1 not done");
    }

    @Test
    void a_second_execution_after_a_crash_finds_what_the_first_has_loaded() {
        PhaseFigures again = figures(0, outcome("ok", 1990, ""), outcome("duplicate", 10, ""));
        assertThat(LoadCheck.failure(AT, LOAD, again)).isEmpty();
        assertThat(LoadCheck.rows(AT, LOAD, again)).isEmpty();
    }

    @Test
    void a_whole_load_and_other_phases_are_no_failure() {
        assertThat(LoadCheck.rows(AT, LOAD, figures(0, outcome("ok", 2000, ""))))
                .isEmpty();
        PhaseSpec warmup = phase("{kind: warmup, duration: 1s}");
        PhaseFigures errors = figures(0, outcome("OperationTimeout", 400, ""));
        assertThat(LoadCheck.rows(AT, warmup, errors)).isEmpty();
        assertThat(LoadCheck.failure(AT, warmup, errors)).isEmpty();
    }
}
