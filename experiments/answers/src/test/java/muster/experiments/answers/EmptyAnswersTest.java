package muster.experiments.answers;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import muster.workloads.answers.AnswerDigester;
import org.junit.jupiter.api.Test;

class EmptyAnswersTest {
    private static final List<String> NAMES = List.of("find", "count");

    private static EmptyAnswers recorded(List<String> allowed, Object[]... answers) {
        EmptyAnswers empty = new EmptyAnswers(allowed);
        for (Object[] values : answers) {
            AnswerDigester digester = new AnswerDigester();
            digester.begin(false);
            if (values.length > 0) {
                digester.row(values);
            }
            empty.add("count", digester.digest(), digester.firstRows());
        }
        return empty;
    }

    private static Object[] row(Object... values) {
        return values;
    }

    @Test
    void only_empty_answers_are_refused_with_the_name_and_what_to_do() {
        assertThatThrownBy(() -> recorded(List.of(), row(), row()).refuse(NAMES))
                .hasMessageContaining("every answer of count is empty (2 of 2)")
                .hasMessageContaining("--allow-empty count");
    }

    @Test
    void only_zeros_are_refused_too_and_so_is_a_mixture() {
        assertThatThrownBy(() -> recorded(List.of(), row(0L), row(0.0)).refuse(NAMES))
                .hasMessageContaining("is a single 0 (2 of 2)");
        assertThatThrownBy(() -> recorded(List.of(), row(0L), row()).refuse(NAMES))
                .hasMessageContaining("is empty or a single 0");
    }

    @Test
    void one_answer_that_found_something_is_enough() {
        for (Object[] found : List.of(row(7L), row(0L, 0L), row("0"), row(false), row((Object) null))) {
            assertThatCode(() -> recorded(List.of(), row(0L), row(), found).refuse(NAMES))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void an_allowed_name_is_recorded_and_an_unknown_one_refused() {
        assertThatCode(() -> recorded(List.of("count"), row()).refuse(NAMES)).doesNotThrowAnyException();
        assertThatThrownBy(() -> recorded(List.of("cuont"), row(1L)).refuse(NAMES))
                .hasMessageContaining("--allow-empty cuont: no recorded operation; there are find, count");
    }
}
