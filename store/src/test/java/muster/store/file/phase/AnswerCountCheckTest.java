package muster.store.file.phase;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import muster.model.AnswerReport;
import muster.model.AnswerReport.Counts;
import muster.model.PhaseAt;
import muster.store.file.Given;
import muster.store.file.GivenReport;
import muster.store.file.histogram.InvalidSnapshotException;
import org.junit.jupiter.api.Test;

class AnswerCountCheckTest {
    /** Of a report with three samples of "find" and none of "other". */
    private static void verify(Counts... counts) {
        SnapshotCheck.verify(GivenReport.of(new PhaseAt(1, 1, 1, "measure"), 1, 1)
                .series(Given.both("find", "ok", Given.histogram(1, 2, 3)))
                .covered(Given.range(0, 3))
                .answers(new AnswerReport(List.of(counts), List.of(), List.of()))
                .build());
    }

    private static void refused(Counts... counts) {
        assertThatThrownBy(() -> verify(counts))
                .isInstanceOf(InvalidSnapshotException.class)
                .hasMessageContaining("answers of an operation");
    }

    @Test
    void as_many_answers_as_samples_are_believed() {
        assertThatCode(() -> verify(new Counts("find", 1, 2, 3, 3))).doesNotThrowAnyException();
    }

    @Test
    void more_answers_than_samples_are_refused() {
        refused(new Counts("find", 0, 0, 4, 0));
        refused(new Counts("find", 4, 0, 0, 0));
        refused(new Counts("find", 2, 2, 0, 0));
        refused(new Counts("other", 0, 0, 1, 0));
    }

    @Test
    void more_empty_answers_than_answers_are_refused() {
        refused(new Counts("find", 0, 0, 2, 3));
    }

    @Test
    void counts_below_zero_and_counts_of_one_operation_twice_are_refused() {
        refused(new Counts("find", 0, 0, -1, 0));
        refused(new Counts("find", 0, 0, 3, -1));
        refused(new Counts("find", Long.MIN_VALUE, Long.MAX_VALUE, 0, 0));
        refused(new Counts("find", 0, 0, 2, 0), new Counts("find", 0, 0, 2, 0));
    }
}
