package muster.coordinator.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import muster.coordinator.core.event.PhaseBooks;
import muster.coordinator.core.event.PhaseFigures;
import muster.coordinator.core.event.PhaseFigures.OutcomeCount;
import muster.model.PhaseAt;
import muster.workloads.plan.PhaseSpec;
import muster.workloads.plan.PlanReader;
import org.junit.jupiter.api.Test;

class NoMeasurementCheckTest {
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "measure");
    private static final PhaseSpec SPEC = PlanReader.parse(
                    "name: p\ntarget: {kind: noop}\nworkload: {kind: noop}\nphases: [{kind: measure, duration: 1s}]",
                    "test",
                    List.of())
            .phases()
            .getFirst();

    private static PhaseFigures figures(OutcomeCount... outcomes) {
        long counted = Arrays.stream(outcomes).mapToLong(OutcomeCount::count).sum();
        return new PhaseFigures(
                counted, 0, List.of(), PhaseBooks.NONE, Map.of(), List.of(), List.of(), null, List.of(outcomes));
    }

    @Test
    void errors_unknown_and_aborted_are_no_answers() {
        assertThat(figures(
                                new OutcomeCount("Timeout", 120, ""),
                                new OutcomeCount("unknown", 3, ""),
                                new OutcomeCount("aborted", 1, ""))
                        .completed())
                .isZero();
    }

    @Test
    void an_answer_counts_whatever_it_says() {
        for (String outcome : List.of("ok", "absent", "duplicate", "wrongAnswer")) {
            assertThat(figures(new OutcomeCount("Timeout", 120, ""), new OutcomeCount(outcome, 1, ""))
                            .completed())
                    .as(outcome)
                    .isEqualTo(1);
        }
    }

    @Test
    void the_reason_says_how_many_failed_and_why() {
        assertThat(NoMeasurementCheck.reason(
                        AT,
                        load("", figures(new OutcomeCount("ConnectionRefused", 124, "no server at 127.0.0.1:7687")))))
                .isEqualTo("nothing was measured in phase measure: all 124 of 124 operations failed"
                        + " (ConnectionRefused: no server at 127.0.0.1:7687)");
        assertThat(NoMeasurementCheck.reason(AT, load("", figures())))
                .startsWith("nothing was measured in phase measure: 0 operations completed; ");
    }

    private static ValidityCheck.Load load(String stream, PhaseFigures figures) {
        return new ValidityCheck.Load(stream, SPEC, figures, 0, false, null);
    }

    @Test
    void a_stream_that_measured_nothing_is_named() {
        ValidityCheck.Load failed = load("scans", figures(new OutcomeCount("Timeout", 9, "")));
        assertThat(NoMeasurementCheck.row(AT, failed, false).observed()).isEqualTo("0 of 9 operations of stream scans");
        assertThat(NoMeasurementCheck.reason(AT, failed))
                .startsWith("nothing was measured in stream scans of phase measure: all 9 of 9 operations failed");
    }

    @Test
    void the_end_that_a_sweep_looks_for_is_a_fact() {
        ValidityCheck.Load failed = load("", figures(new OutcomeCount("Timeout", 9, "")));
        assertThat(NoMeasurementCheck.row(AT, failed, true).kind()).isEqualTo("fact");
        assertThat(NoMeasurementCheck.row(AT, failed, false).kind()).isEqualTo("warning");
        assertThat(NoMeasurementCheck.row(AT, failed, false).observed()).isEqualTo("0 of 9 operations");
    }

    @Test
    void a_warm_up_of_which_nothing_completed_is_a_warning_that_names_its_stream() {
        PhaseFigures failed = figures(new OutcomeCount("HTTP 500", 130, ""));
        assertThat(NoMeasurementCheck.warmup(AT, "scans", failed)).hasValueSatisfying(row -> {
            assertThat(row.kind()).isEqualTo("warning");
            assertThat(row.observed()).isEqualTo("0 of 130 operations of stream scans");
            assertThat(row.reason())
                    .isEqualTo(
                            "all operations of stream scans in phase measure failed (HTTP 500), so it warmed nothing up");
        });
        assertThat(NoMeasurementCheck.warmup(AT, "", figures())).isEmpty();
        assertThat(NoMeasurementCheck.warmup(
                        AT, "", figures(new OutcomeCount("HTTP 500", 130, ""), new OutcomeCount("ok", 1, ""))))
                .isEmpty();
    }
}
