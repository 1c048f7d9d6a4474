package muster.coordinator.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import org.junit.jupiter.api.Test;

class UnchangedDataCheckTest {
    private static final PhaseAt AT = new PhaseAt(1, 1, 1, "");

    private static Map<String, String> data(long vertices, long edges) {
        return Map.of("vertices", Long.toString(vertices), "edges", Long.toString(edges));
    }

    private static CheckKind kind(Map<String, String> before, Map<String, String> after, boolean loaded) {
        CheckRow row = UnchangedDataCheck.rows(AT, before, after, loaded).getFirst();
        assertThat(row.passed()).isFalse();
        return CheckKind.ORACLE.is(row) ? CheckKind.ORACLE : CheckKind.WARNING;
    }

    @Test
    void data_that_are_the_same_need_no_word() {
        assertThat(UnchangedDataCheck.rows(AT, data(1000, 5), data(1000, 5), true))
                .isEmpty();
        assertThat(UnchangedDataCheck.rows(AT, data(0, 0), data(0, 0), false)).isEmpty();
    }

    @Test
    void an_emptied_database_answers_wrongly_whoever_filled_it() {
        assertThat(kind(data(1000, 5), data(0, 0), true)).isEqualTo(CheckKind.ORACLE);
        assertThat(kind(data(1000, 5), data(0, 0), false)).isEqualTo(CheckKind.ORACLE);
        assertThat(UnchangedDataCheck.rows(AT, data(1000, 5), data(0, 0), false))
                .singleElement()
                .satisfies(row -> {
                    assertThat(row.expected()).isEqualTo("1,000 vertices, 5 edges");
                    assertThat(row.observed()).isEqualTo("0 vertices, 0 edges");
                });
    }

    @Test
    void of_what_the_plan_loaded_a_tenth_may_be_gone() {
        assertThat(kind(data(1000, 100), data(1000, 90), true)).isEqualTo(CheckKind.WARNING);
        assertThat(kind(data(1000, 100), data(1000, 89), true)).isEqualTo(CheckKind.ORACLE);
        assertThat(kind(data(1000, 100), data(1000, 89), false)).isEqualTo(CheckKind.WARNING);
    }

    @Test
    void more_data_and_others_of_the_same_number_are_a_warning() {
        assertThat(kind(data(1000, 100), data(1001, 100), true)).isEqualTo(CheckKind.WARNING);
        assertThat(kind(Map.of("vertices", "7", "ids", "1"), Map.of("vertices", "7", "ids", "2"), true))
                .isEqualTo(CheckKind.WARNING);
        assertThat(kind(data(1000, 100), Map.of("vertices", "none", "edges", "-1"), false))
                .as("a worker may tell anything")
                .isEqualTo(CheckKind.ORACLE);
    }
}
