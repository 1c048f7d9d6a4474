package muster.coordinator.core.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import muster.model.CheckKind;
import muster.model.CheckRow;
import muster.model.PhaseAt;
import muster.protocol.StatementNote;
import muster.protocol.TaskResult;
import org.junit.jupiter.api.Test;

class StatementVerdictTest {
    private static StatementNote note(String operation, String kind, String message, int line) {
        return StatementNote.newBuilder()
                .setOperation(operation)
                .setKind(kind)
                .setMessage(message)
                .setLine(line)
                .build();
    }

    private static TaskResult result(StatementNote... notes) {
        TaskResult.Builder result = TaskResult.newBuilder();
        for (StatementNote note : notes) {
            result.addStatements(note);
        }
        return result.build();
    }

    @Test
    void a_syntax_error_is_one_line_with_the_key_the_words_and_the_line() {
        TaskResult result =
                result(note("find", "refused", "syntax error at\n\"RETRUN\"", 3), note("b", "refused", "x", 0));
        assertThat(StatementVerdict.refusal(result, false))
                .isEqualTo("workload.operations.find: syntax error at \"RETRUN\" (line 3); 1 more: ./muster check names"
                        + " them");
    }

    @Test
    void what_the_data_may_mend_is_refused_only_with_them() {
        TaskResult result = result(note("find", "schema", "relation \"person\" does not exist", 1));
        assertThat(StatementVerdict.refusal(result, false)).isNull();
        assertThat(StatementVerdict.refusal(result, true)).contains("relation \"person\" does not exist");
    }

    @Test
    void a_warning_refuses_nothing_and_is_told_once_with_all_of_its_operations() {
        TaskResult result = result(
                note("a", "warning", "The label `Persn` does not exist.", 0),
                note("b", "warning", "The label `Persn` does not exist.", 0),
                note("b", "warning", "The label `Persn` does not exist.", 0),
                note("c", "warning", "cartesian product", 0));
        assertThat(StatementVerdict.refusal(result, true)).isNull();
        assertThat(StatementVerdict.warnings(new PhaseAt(1, 1, 1, ""), "neo4j", result))
                .allMatch(CheckKind.WARNING::is)
                .extracting(CheckRow::name)
                .containsExactly("neo4j warns of operations a, b", "neo4j warns of operation c");
    }
}
