package muster.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import muster.report.html.Html;
import muster.store.table.Row;
import org.junit.jupiter.api.Test;

class EmptyAnswersTableTest {
    private static final Row SOME =
            new Row(Map.of("operation", "find", "answered", 4_000L, "empty", 120L, "empty_percent", 3.0));
    private static final Row NONE =
            new Row(Map.of("operation", "other", "answered", 4_000L, "empty", 0L, "empty_percent", 0.0));

    private static String written(Row... rows) {
        Html html = new Html();
        EmptyAnswersTable.write(html, List.of(rows));
        return html.end();
    }

    @Test
    void an_operation_of_which_some_answers_had_no_row_has_its_share() {
        assertThat(written(SOME, NONE)).contains("find", "empty 3 %").doesNotContain("other");
    }

    @Test
    void nothing_is_shown_where_each_answer_had_one_or_none_was_counted() {
        assertThat(written(NONE, new Row(Map.of("operation", "old", "compared", 5L))))
                .doesNotContain("<table");
    }
}
