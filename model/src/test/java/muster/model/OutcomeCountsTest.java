package muster.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeCountsTest {
    private static OutcomeCounts of(String... outcomes) {
        return List.of(outcomes).stream()
                .map(outcome -> OutcomeCounts.NONE.plus(outcome, 1))
                .reduce(OutcomeCounts.NONE, OutcomeCounts::plus);
    }

    @Test
    void every_outcome_is_counted_once() {
        OutcomeCounts counts =
                of("ok", "absent", "duplicate", "unknown", "aborted", "Neo.TransientError", "wrongAnswer");
        assertThat(counts).isEqualTo(new OutcomeCounts(1, 4, 1, 1, 1, 1));
        assertThat(counts.operations()).isEqualTo(7);
        assertThat(counts.ok() + counts.errors() + counts.others()).isEqualTo(counts.operations());
    }

    @Test
    void a_sentence_adds_up_and_names_others_and_what_had_no_answer() {
        assertThat(new OutcomeCounts(57, 0, 414, 0, 0, 0).sentence())
                .isEqualTo("471 operations: 57 ok, 0 errors, 414 absent");
        assertThat(new OutcomeCounts(1_000, 12, 3, 4, 2, 10).sentence())
                .isEqualTo("1,019 operations: 1,000 ok, 12 errors (2 unknown, 10 aborted), 3 absent, 4 duplicate");
        assertThat(of("aborted").sentence()).isEqualTo("1 operation: 0 ok, 1 error (1 aborted)");
        assertThat(OutcomeCounts.NONE.sentence()).isEqualTo("0 operations: 0 ok, 0 errors");
    }
}
