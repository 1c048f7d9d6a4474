package muster.targets.neo4j.http;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import muster.workloads.target.OperationFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that Neo4j does not give, but what stands before it may. */
class StatementAnswerTest {
    private static void end(String body) throws OperationFailure {
        StatementAnswer answer = StatementAnswer.unread();
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        answer.begin(202);
        answer.bytes(bytes, 0, bytes.length);
        answer.end(false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[]", "{\"data\": {}}", "{\"data\": {\"values\": [", "<html/>"})
    void what_holds_no_rows_is_no_answer(String body) {
        assertThatThrownBy(() -> end(body))
                .isInstanceOf(OperationFailure.class)
                .extracting(failure -> ((OperationFailure) failure).errorClass())
                .isEqualTo("BadResponse");
    }

    @Test
    void one_without_a_row_is_an_answer() {
        assertThatCode(() -> end("{\"data\": {\"fields\": [], \"values\": []}}"))
                .doesNotThrowAnyException();
    }
}
