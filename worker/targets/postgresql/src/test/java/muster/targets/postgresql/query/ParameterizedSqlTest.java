package muster.targets.postgresql.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterizedSqlTest {
    @Test
    void names_become_places_in_their_order_and_may_come_again() {
        ParameterizedSql sql = ParameterizedSql.of("SELECT :b, :a + :b FROM t WHERE x=:abc", List.of("a", "b"));
        assertThat(sql.text()).isEqualTo("SELECT ?, ? + ? FROM t WHERE x=:abc");
        assertThat(sql.places()).containsExactly(1, 0, 1);
    }

    @Test
    void a_comment_ends_with_its_line() {
        assertThat(ParameterizedSql.of("-- :a\n:a", List.of("a")).text()).isEqualTo("-- :a\n?");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\u0000',
            value = {
                "':a'|':a'",
                "'it''s :a'|'it''s :a'",
                "E'\\' :a' :a|E'\\' :a' ?",
                "\":a\"|\":a\"",
                "x::a|x::a",
                "/* :a */ :a|/* :a */ ?",
                "$$ :a $$ :a|$$ :a $$ ?",
                "$t$ :a $$ $t$|$t$ :a $$ $t$",
                "j ? 'k' AND :a|j ?? 'k' AND ?",
                "v[1:2] - :a|v[1:2] - ?",
                "'open :a|'open :a"
            })
    void what_is_no_parameter_stays(String statement, String expected) {
        assertThat(ParameterizedSql.of(statement, List.of("a")).text()).isEqualTo(expected);
    }
}
