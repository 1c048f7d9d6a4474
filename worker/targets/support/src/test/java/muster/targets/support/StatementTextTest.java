package muster.targets.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StatementTextTest {
    @Test
    void a_part_is_replaced_wherever_it_stands() {
        assertThat(StatementText.replaced("a CHAIN b CHAIN", "CHAIN", "c")).isEqualTo("a c b c");
    }

    @Test
    void a_part_that_is_not_there_is_refused_and_the_statement_shown() {
        assertThatThrownBy(() -> StatementText.replaced("RETURN 1", "CHAIN", ""))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no \"CHAIN\" in this statement:\nRETURN 1");
    }
}
